import { APPLICATION_REASONS } from './reasons/application.ts';
import type { ReasonInfo } from './reasons/info.ts';
import { INSTALL_REASONS } from './reasons/install.ts';
import { RULE_REASONS } from './reasons/rule.ts';
import { STORE_REASONS } from './reasons/store.ts';

/**
 * Reasons of conditions and their meanings, except the reasons of engines. A new reason is added to a file of `reasons/`
 * and to the decision that sets it; docs/reasons.md, the advice of `kubectl stoa why`, and Events are derived.
 */
const INFO = {
  ...RULE_REASONS,
  ...APPLICATION_REASONS,
  ...INSTALL_REASONS,
  ...STORE_REASONS,
};

/** Name of a reason that Stoa sets on a condition. */
export type Reason = keyof typeof INFO;

/** Reason that an install can have: its meaning says what becomes of a request that waits for the install. */
export type InstallReason = {
  [R in Reason]: (typeof INFO)[R] extends { readonly post: unknown } ? R : never;
}[Reason];

/** Reasons by their names in code: `REASONS.hostTaken` is `'HostTaken'`. */
export const REASONS = Object.fromEntries(
  Object.keys(INFO).map((reason) => [`${reason[0]?.toLowerCase()}${reason.slice(1)}`, reason]),
) as { readonly [R in Reason as Uncapitalize<R>]: R };

/** Meaning of a reason; undefined for a reason of an engine. */
export function reasonInfo(reason: string): ReasonInfo | undefined {
  const infos: Readonly<Record<string, ReasonInfo>> = INFO;
  return Object.hasOwn(infos, reason) ? infos[reason] : undefined;
}
