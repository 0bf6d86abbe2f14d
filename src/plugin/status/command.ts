import { type Connection, withConnection } from '../connect.ts';
import { inOneLine } from '../failure.ts';
import { regionProblem } from '../name.ts';
import {
  type CommandLine,
  type OUTPUT_OPTIONS,
  type OutputForm,
  outputFormOf,
  type PLACE_OPTIONS,
  type Place,
  placeOf,
  UsageError,
} from '../options.ts';
import { dataText } from '../text/data.ts';
import { lookFor } from '../text/look.ts';
import type { Session, Verb } from '../verb.ts';
import { Changes } from './changes.ts';
import { drawStatus } from './draw.ts';
import { observeStatus, type StatusQuery } from './observe.ts';
import { restPlaceOf } from './restclient.ts';
import { Wakes } from './wakes.ts';
import { drawRepeatedly } from './watch.ts';

type StatusOption =
  | (typeof PLACE_OPTIONS | typeof OUTPUT_OPTIONS)[number]
  | 'all-namespaces'
  | 'watch'
  | 'rest'
  | 'region';

/** Applications to show, and the form of the output. */
interface StatusRequest extends Place, OutputForm, StatusQuery {
  readonly watch: boolean;
}

/** `status`: shows applications as trees. */
export const status: Verb<StatusOption, StatusRequest> = {
  parse: parseStatus,
  async run(request, session) {
    await (request.watch ? watchStatus(request, session) : showStatus(request, session));
    return 0;
  },
};

function parseStatus(line: CommandLine<StatusOption>): StatusRequest {
  const { words, env, text, flag } = line;
  const [application, ...more] = words;
  if (more.length > 0) {
    throw new UsageError(`status takes one application at most, not ${words.join(' ')}`);
  }
  const allNamespaces = flag('all-namespaces');
  if (allNamespaces && application !== undefined) {
    throw new UsageError('--all-namespaces goes without an application: name its namespace by -n instead');
  }
  const form = outputFormOf(line);
  const watch = flag('watch');
  if (watch && form.json) {
    throw new UsageError('--watch goes without -o json');
  }
  const source = {
    rest: restPlaceOf(text('rest') ?? env.STOA_REST),
    region: regionOf(text('region') ?? env.STOA_REGION ?? 'local'),
    token: env.STOA_TOKEN,
  };
  return { ...placeOf(line), ...form, application, allNamespaces, watch, source };
}

function regionOf(text: string): string {
  const problem = regionProblem(text);
  if (problem !== undefined) {
    throw new UsageError(`--region (or STOA_REGION): ${problem}`);
  }
  return text;
}

async function showStatus(request: StatusRequest, session: Session): Promise<void> {
  await withConnection(request, async (connection) => {
    const lines = request.json
      ? [dataText(await observeStatus(connection, request, Date.now()), request)]
      : await drawnStatus(connection, request, session);
    session.output.write(lines.map((line) => `${line}\n`).join(''));
  });
}

/** Redraws until interrupted; an error of the cluster is drawn, and the next picture tries again. */
async function watchStatus(request: StatusRequest, session: Session): Promise<void> {
  const stop = session.untilInterrupted();
  await withConnection(request, (connection) => {
    const draw = () =>
      drawnStatus(connection, request, session).catch((error: unknown) => [inOneLine(error)]);
    const wakes = new Wakes();
    // A stream of changes is of one team.
    if (!request.allNamespaces) {
      // Requests under way must not delay the end, at which their connections close.
      void new Changes(connection, request.source, wakes).follow(stop);
    }
    return drawRepeatedly(session.output, draw, (until) => wakes.next(until), stop);
  });
}

async function drawnStatus(
  connection: Connection,
  request: StatusRequest,
  { output }: Session,
): Promise<readonly string[]> {
  const snapshot = await observeStatus(connection, request, Date.now());
  return drawStatus(snapshot, lookFor(output, request.plain, process.env));
}
