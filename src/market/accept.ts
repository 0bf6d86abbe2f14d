import { problemsOf } from '../api/issue.ts';
import { marketInstallSpecSchema } from '../api/marketinstall.ts';
import { REASONS } from '../api/reason.ts';
import type { Application, MarketInstall } from '../objects/stoa.ts';
import { type StatusDraft, stalled, waiting } from './status/verdicts.ts';

/** Whether an install can be worked on. */
export type Acceptance =
  | { readonly type: 'accepted'; readonly application: Application }
  | { readonly type: 'refused'; readonly draft: StatusDraft };

/** Checks an install against its schema and its namespace. Pure. */
export function acceptanceOf(
  { spec }: MarketInstall,
  inTeam: boolean,
  application: Application | undefined,
): Acceptance {
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
  return { type: 'accepted', application };
}

function refused(draft: StatusDraft): Acceptance {
  return { type: 'refused', draft };
}
