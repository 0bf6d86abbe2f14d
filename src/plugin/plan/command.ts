import { MARKET_INSTALLS } from '../../objects/stoa.ts';
import { type Connection, withConnection } from '../connect.ts';
import { installAndVersion } from '../install.ts';
import {
  type CommandLine,
  type OUTPUT_OPTIONS,
  type OutputForm,
  outputFormOf,
  type PLACE_OPTIONS,
  type Place,
  placeOf,
} from '../options.ts';
import { readObject } from '../read.ts';
import { dataText } from '../text/data.ts';
import { lookFor } from '../text/look.ts';
import type { Session, Verb } from '../verb.ts';
import { askForPreview } from './ask.ts';
import { drawPlan, isClear } from './draw.ts';

type PlanOption = (typeof PLACE_OPTIONS | typeof OUTPUT_OPTIONS)[number] | 'to';

/** An install to plan, and the form of the plan. */
interface PlanRequest extends Place, OutputForm {
  readonly name: string;
  /** Undefined for the version of its spec. */
  readonly version: string | undefined;
}

/** `plan`: shows what an install would create, change and delete, without doing so. */
export const plan: Verb<PlanOption, PlanRequest> = {
  parse: parsePlan,
  run: (request, session) => withConnection(request, (connection) => show(connection, request, session)),
};

function parsePlan(line: CommandLine<PlanOption>): PlanRequest {
  return { ...placeOf(line), ...outputFormOf(line), ...installAndVersion('plan', line) };
}

/** Exit codes of `plan`. */
const CODES = { clear: 0, problem: 1 };

/** Writes the preview of an install. Throws Refused where there is none. */
async function show(connection: Connection, request: PlanRequest, session: Session): Promise<number> {
  const install = await readObject(connection, MARKET_INSTALLS, request.name);
  const preview = await askForPreview(
    connection.client,
    install,
    request.version,
    session.untilInterrupted(),
  );
  if (preview === undefined) {
    return CODES.problem;
  }
  const look = lookFor(session.output, request.plain, process.env);
  const lines = request.json ? [dataText(preview, request)] : drawPlan(install, preview, look);
  session.output.write(lines.map((line) => `${line}\n`).join(''));
  return isClear(preview) ? CODES.clear : CODES.problem;
}
