import { problemsOf } from '../api/issue.ts';
import { marketInstallSpecSchema } from '../api/marketinstall.ts';
import { REASONS } from '../api/reason.ts';
import { pathText, unknownInSpec, unknownText } from '../api/unknown.ts';
import { noTeamText } from '../api/verdict.ts';
import { firstFew } from '../base/text.ts';
import { applicationKey } from '../component/caches.ts';
import { byAge } from '../objects/age.ts';
import type { Application, MarketInstall } from '../objects/stoa.ts';
import { findsAccount } from './account/account.ts';
import { accountMissing } from './account/permitted.ts';
import { type Halted, halted, stalled, waiting } from './status/verdicts.ts';
import type { Writer } from './writer.ts';

/** Most unknown fields that a message names. */
const MOST_NAMED = 8;

/** Inputs of the acceptance of an install. */
export interface ObservedInstall {
  readonly install: MarketInstall;
  /** Whether its namespace belongs to a team. */
  readonly inTeam: boolean;
  /** Oldest application of the namespace with the id that it names. */
  readonly application: Application | undefined;
  /** Whether the namespace has the account as which installs are made. */
  readonly hasAccount: boolean;
}

/** Result of the phase: the application of an install, or the status of an install that is not worked on. */
export type Acceptance = { readonly type: 'accepted'; readonly application: Application } | Halted;

/** Observes an install, in the caches as far as they tell. Throws KubeError. */
export async function observeAcceptance(
  { caches, client, signal }: Writer,
  install: MarketInstall,
): Promise<ObservedInstall> {
  const { namespaces, applications } = caches;
  const { namespace } = install.metadata;
  const id = applicationKey(namespace, install.spec.appId);
  return {
    install,
    inTeam: namespaces.store.get(namespace) !== undefined,
    application: applications.store.by('id', id).toSorted(byAge)[0],
    hasAccount: await findsAccount(client, caches, namespace, signal),
  };
}

/**
 * Accepts an install whose spec is valid, known and read as a whole, whose namespace has its application and the account, and
 * which is not suspended. Any field that this version does not know may limit what the install may do: the install is left
 * as it stands, though it can be deleted. Pure.
 */
export function acceptanceOf(observed: ObservedInstall): Acceptance {
  const {
    install: { metadata, spec, unread },
    inTeam,
    application,
  } = observed;
  if (unread !== undefined) {
    return halted(stalled('Accepted', REASONS.invalid, unread));
  }
  const unknown = unknownInSpec(marketInstallSpecSchema, observed.install);
  if (unknown.length > 0) {
    const texts = unknown.map((each) => `spec.${pathText(each.path)}: ${unknownText(each)}`);
    const message = `${firstFew(texts, MOST_NAMED, '; ')}; what stands for the install stays as it is`;
    return halted(stalled('Accepted', REASONS.unknownFields, message));
  }
  const parsed = marketInstallSpecSchema.safeParse(spec, { reportInput: true });
  if (!parsed.success) {
    const problems = problemsOf(parsed.error).map(({ path, message }) => `spec.${path} ${message}`);
    return halted(stalled('Accepted', REASONS.invalid, problems.join('; ')));
  }
  if (!inTeam) {
    return halted(waiting('Accepted', REASONS.namespaceWithoutTeam, noTeamText(metadata.namespace)));
  }
  if (application === undefined) {
    const missing = `spec.appId: the namespace has no Application with spec.id ${spec.appId}`;
    return halted(waiting('Accepted', REASONS.applicationNotFound, missing));
  }
  if (spec.suspend === true) {
    return halted(stalled('Accepted', REASONS.suspended, 'nothing is done while spec.suspend is true'));
  }
  return observed.hasAccount ? { type: 'accepted', application } : halted(accountMissing(metadata.namespace));
}
