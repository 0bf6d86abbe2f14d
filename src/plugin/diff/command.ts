import { keyOf } from '../../kube/object.ts';
import { GATEWAY_RULES, type GatewayRule, MARKET_INSTALLS, type MarketInstall } from '../../objects/stoa.ts';
import { type Connection, withConnection } from '../connect.ts';
import { Refused } from '../failure.ts';
import { type FileObject, objectsIn, readText } from '../file.ts';
import { type CommandLine, type PLACE_OPTIONS, type Place, placeOf, UsageError } from '../options.ts';
import { findShadow } from '../shadow.ts';
import type { Session, Verb } from '../verb.ts';
import { drawChanges, drawObject, note, notesOnRule } from './draw.ts';
import { previewInstall, type Rehearsed, rehearsalOf, rehearseApply } from './rehearse.ts';

type DiffOption = (typeof PLACE_OPTIONS)[number] | 'filename';

/** A file to compare with the cluster. */
interface DiffRequest extends Place {
  /** Path, or `-` for the standard input. */
  readonly file: string;
}

/** `diff`: shows what `kubectl apply` of a file would change, and what Stoa would then change. */
export const diff: Verb<DiffOption, DiffRequest> = {
  parse: parseDiff,
  run: (request, session) => withConnection(request, (connection) => compare(connection, request, session)),
};

function parseDiff(line: CommandLine<DiffOption>): DiffRequest {
  const file = line.text('filename') ?? '';
  if (file === '' || line.words.length > 0) {
    throw new UsageError('diff takes -f FILE, or -f - for the standard input, and no words');
  }
  return { ...placeOf(line), file };
}

/** Exit codes of `diff`, as those of kubectl diff. */
const CODES = { same: 0, different: 1 };

async function compare(connection: Connection, request: DiffRequest, session: Session): Promise<number> {
  const objects = objectsIn(await readText(request.file), connection.namespace, request.namespace);
  const stop = session.untilInterrupted();
  let code = CODES.same;
  for (const object of objects) {
    const lines = stop.aborted ? [] : await differenceOf(connection, object, stop);
    session.output.write(lines.map((line) => `${line}\n`).join(''));
    code = lines.length > 0 ? CODES.different : code;
  }
  return code;
}

/** Lines of what changes by an object of a file; none where nothing does. Throws Refused and KubeError. */
async function differenceOf(
  connection: Connection,
  object: FileObject,
  stop: AbortSignal,
): Promise<readonly string[]> {
  const rehearsed = await rehearseApply(connection.client, object);
  const own = drawObject(rehearsed);
  if (own.length === 0) {
    return [];
  }
  switch (object.resource) {
    case GATEWAY_RULES:
      return [...own, ...(await notesOn(connection, rehearsed.after as GatewayRule))];
    case MARKET_INSTALLS:
      return [...own, ...(await differenceOfInstall(connection, object, rehearsed, stop))];
    default:
      return own;
  }
}

async function notesOn({ client }: Connection, rule: GatewayRule): Promise<readonly string[]> {
  return notesOnRule(rule, await findShadow(client, rule));
}

/** Lines of what an install that changes would do. */
async function differenceOfInstall(
  { client }: Connection,
  object: FileObject,
  { before, after }: Rehearsed,
  stop: AbortSignal,
): Promise<readonly string[]> {
  const [stored, wanted] = [before as MarketInstall | undefined, after as MarketInstall];
  const rehearsal = rehearsalOf(stored, wanted);
  if (rehearsal.type === 'none') {
    return [];
  }
  if (rehearsal.type === 'unknown') {
    return [
      note(
        `what Stoa makes of MarketInstall ${keyOf(wanted)} is known in advance for a change of appModelVersion alone`,
      ),
    ];
  }
  const preview = await previewInstall(client, { before: stored, object, version: rehearsal.version }, stop);
  if (preview?.refused !== undefined) {
    const { reason, message } = preview.refused;
    throw new Refused(`there is no plan of MarketInstall ${keyOf(wanted)}: ${reason}: ${message}`);
  }
  return preview === undefined ? [] : drawChanges(object.draft.metadata.namespace, preview);
}
