import { problemsOf } from '../api/issue.ts';
import { marketInstallSpecSchema } from '../api/marketinstall.ts';
import { REASONS } from '../api/reason.ts';
import { applicationKey } from '../component/caches.ts';
import { byAge } from '../objects/age.ts';
import type { Application, MarketInstall } from '../objects/stoa.ts';
import type { MarketCaches } from './caches.ts';
import { type StatusDraft, stalled, waiting } from './status/verdicts.ts';

/** Inputs of the acceptance of an install. */
export interface ObservedInstall {
  readonly install: MarketInstall;
  /** Whether its namespace belongs to a team. */
  readonly inTeam: boolean;
  /** Oldest application of the namespace with the id that it names. */
  readonly application: Application | undefined;
}

/** Result of the phase: the application of an install, or the status of an install that is not worked on. */
export type Acceptance =
  | { readonly type: 'accepted'; readonly application: Application }
  | { readonly type: 'refused'; readonly draft: StatusDraft };

/** Observes an install in the caches. */
export function observeAcceptance(
  { namespaces, applications }: MarketCaches,
  install: MarketInstall,
): ObservedInstall {
  const { namespace = '' } = install.metadata;
  const id = applicationKey(namespace, install.spec.appId);
  return {
    install,
    inTeam: namespaces.store.get(namespace) !== undefined,
    application: applications.store.by('id', id).toSorted(byAge)[0],
  };
}

/** Accepts an install whose spec is valid, whose namespace has its application, and which is not suspended. Pure. */
export function acceptanceOf({ install: { spec }, inTeam, application }: ObservedInstall): Acceptance {
  const parsed = marketInstallSpecSchema.safeParse(spec, { reportInput: true });
  if (!parsed.success) {
    const problems = problemsOf(parsed.error).map(({ path, message }) => `spec.${path} ${message}`);
    return refused(stalled([], 'Accepted', REASONS.invalid, problems.join('; ')));
  }
  if (!inTeam) {
    const wayOut = 'the namespace belongs to no team: label it with stoa.dev/team';
    return refused(waiting([], 'Accepted', REASONS.namespaceWithoutTeam, wayOut));
  }
  if (application === undefined) {
    const missing = `spec.appId: the namespace has no Application with spec.id ${spec.appId}`;
    return refused(waiting([], 'Accepted', REASONS.applicationNotFound, missing));
  }
  if (spec.suspend === true) {
    return refused(stalled([], 'Accepted', REASONS.suspended, 'nothing is done while spec.suspend is true'));
  }
  return { type: 'accepted', application };
}

function refused(draft: StatusDraft): Acceptance {
  return { type: 'refused', draft };
}
