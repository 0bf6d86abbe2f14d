import type { AskedRequest } from '../../match/request.ts';
import { type Connection, withConnection } from '../connect.ts';
import { nameProblem, namespaceProblem } from '../name.ts';
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
import { requestInWords } from './asked.ts';
import { drawReport } from './draw.ts';
import { observeGateways } from './observe.ts';
import { reportOn } from './report.ts';

type WhoOption = (typeof PLACE_OPTIONS | typeof OUTPUT_OPTIONS)[number] | 'header' | 'gateway';

/** A request to explain, and the Gateway that gets it. */
interface WhoRequest extends Place, OutputForm {
  readonly asked: AskedRequest;
  /** Namespace and name; undefined for the only one that listens. */
  readonly gateway: string | undefined;
}

/** `who`: tells which route answers a request, and why. */
export const who: Verb<WhoOption, WhoRequest> = {
  parse: parseWho,
  run: (request, session) => withConnection(request, (connection) => tell(connection, request, session)),
};

function parseWho(line: CommandLine<WhoOption>): WhoRequest {
  return {
    ...placeOf(line),
    ...outputFormOf(line),
    asked: requestInWords(line.words, line.list('header')),
    gateway: gatewayOf(line.text('gateway')),
  };
}

function gatewayOf(text: string | undefined): string | undefined {
  const [namespace = '', name = '', ...more] = text?.split('/') ?? [];
  const isNamed =
    more.length === 0 && namespaceProblem(namespace) === undefined && nameProblem(name) === undefined;
  if (text !== undefined && !isNamed) {
    throw new UsageError(
      `--gateway: ${JSON.stringify(text)} must be NAMESPACE/NAME, such as stoa-system/stoa`,
    );
  }
  return text;
}

/** Exit codes of `who`. */
const CODES = { answered: 0, notAnswered: 1 };

async function tell(
  { client, namespace }: Connection,
  { asked, gateway, json, yaml, plain }: WhoRequest,
  { output }: Session,
): Promise<number> {
  const report = reportOn(asked, await observeGateways(client, namespace), gateway);
  const lines = json ? [dataText(report, { yaml })] : drawReport(report, lookFor(output, plain, process.env));
  output.write(lines.map((each) => `${each}\n`).join(''));
  return ['backend', 'redirect'].includes(report.answers) ? CODES.answered : CODES.notAnswered;
}
