import { inParallel } from '../../base/parallel.ts';
import { isFailure } from '../../kube/error.ts';
import type { ObjectDraft } from '../../kube/object.ts';
import type { MigratedIngress, Migration } from '../../migrate/migration.ts';
import { commentsOn, ruleDraft } from '../../migrate/print.ts';
import { GATEWAY_RULES } from '../../objects/stoa.ts';
import type { Connection } from '../connect.ts';
import { Refused } from '../failure.ts';
import { plainLine } from '../text/line.ts';

/** Field manager of the rules that the command writes. */
const FIELD_MANAGER = 'kubectl-stoa-migrate';

/**
 * Writes the rules of all Ingresses that have some, after the API server has taken all of them in a dry run. Yields a line
 * for each rule, and for each Ingress without. Throws Refused and KubeError.
 */
export async function* applyRules(
  { client, namespace }: Connection,
  { ingresses, left }: Migration,
): AsyncGenerator<string> {
  for (const { ingress, why } of left) {
    yield plainLine(`Ingress ${ingress} is left alone: ${why}`);
  }
  for (const each of ingresses.filter(({ problems }) => problems.length > 0)) {
    yield* commentsOn({ ...each, lines: [], notes: [] }, undefined).map((line) => plainLine(line.slice(2)));
  }
  const drafts = ingresses.flatMap((each) => draftsOf(each, namespace));
  const dry = client.dry();
  await inParallel(drafts, (draft) =>
    written(() => dry.apply(GATEWAY_RULES, draft, FIELD_MANAGER, GENTLE), draft),
  );
  for (const draft of drafts) {
    await written(() => client.apply(GATEWAY_RULES, draft, FIELD_MANAGER, GENTLE), draft);
    yield plainLine(`GatewayRule ${draft.metadata.namespace}/${draft.metadata.name} is applied`);
  }
}

/** Way of writing that takes no field from others. */
const GENTLE = { force: false };

function draftsOf(
  { rules, namespace }: MigratedIngress,
  fallback: string,
): readonly (ObjectDraft & { readonly metadata: { readonly namespace?: string } })[] {
  return rules.map((rule) => ruleDraft(rule, namespace ?? fallback));
}

async function written(write: () => Promise<unknown>, { metadata }: ObjectDraft): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (isFailure(error, 'conflict')) {
      throw new Refused(
        `the GatewayRule ${metadata.name} is there, and somebody has changed it: nothing more is written; delete it, or keep it and take its Ingress out`,
      );
    }
    throw error;
  }
}
