import { APPLICATION_REASONS } from './reasons/application.ts';
import type { ReasonInfo } from './reasons/info.ts';
import { INSTALL_REASONS } from './reasons/install.ts';
import { RULE_REASONS } from './reasons/rule.ts';
import { STORE_REASONS } from './reasons/store.ts';

/**
 * Every reason of a condition with its meaning, beside those that an engine reports. A reason is added here and where
 * a decision sets it; docs/reasons.md, the advice of `kubectl stoa why`, and Events follow.
 */
const INFO = { ...RULE_REASONS, ...APPLICATION_REASONS, ...INSTALL_REASONS, ...STORE_REASONS };

/** Reason that Stoa sets on a condition. */
export type Reason = keyof typeof INFO;

/** Reasons by their names in code: `REASONS.hostTaken` is `'HostTaken'`. */
export const REASONS = Object.fromEntries(
  Object.keys(INFO).map((reason) => [`${reason[0]?.toLowerCase()}${reason.slice(1)}`, reason]),
) as { readonly [R in Reason as Uncapitalize<R>]: R };

/** Knowledge of a reason; undefined for one that an engine reports. */
export function reasonInfo(reason: string): ReasonInfo | undefined {
  const infos: Readonly<Record<string, ReasonInfo>> = INFO;
  return Object.hasOwn(infos, reason) ? infos[reason] : undefined;
}
