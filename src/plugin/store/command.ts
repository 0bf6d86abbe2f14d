import { withConnection } from '../connect.ts';
import { Refused } from '../failure.ts';
import {
  type CommandLine,
  type OUTPUT_OPTIONS,
  type OutputForm,
  outputFormOf,
  type PLACE_OPTIONS,
  type Place,
  placeOf,
  type STORE_OPTIONS,
  UsageError,
} from '../options.ts';
import { restPlaceOf } from '../status/restclient.ts';
import { dataText } from '../text/data.ts';
import { lookFor } from '../text/look.ts';
import type { Session, Verb } from '../verb.ts';
import { drawApp, drawPage } from './draw.ts';
import { type AskedStore, askForApp, askForPage } from './read.ts';

type StoreOption = (typeof PLACE_OPTIONS | typeof OUTPUT_OPTIONS | typeof STORE_OPTIONS)[number];

/** Part of a store to show, and the form of the output. */
interface StoreRequest extends Place, OutputForm {
  readonly asked: AskedStore;
  readonly what:
    | { readonly type: 'list'; readonly query: string }
    | { readonly type: 'show'; readonly name: string; readonly version: string | undefined };
}

/** `store`: lists what a store offers, or shows a chart or an application model of it. */
export const store: Verb<StoreOption, StoreRequest> = {
  parse: parseStore,
  async run(request, session) {
    const lines = await linesOf(request, session);
    session.output.write(lines.map((line) => `${line}\n`).join(''));
    return 0;
  },
};

function parseStore(line: CommandLine<StoreOption>): StoreRequest {
  const { text, env } = line;
  const url = text('store');
  if (url === undefined) {
    throw new UsageError(
      'store takes --store with the address of a store, such as https://charts.example.com',
    );
  }
  const asked = {
    url,
    domain: text('domain'),
    secret: text('key'),
    rest: restPlaceOf(text('rest') ?? env.STOA_REST),
    region: text('region') ?? env.STOA_REGION,
    token: env.STOA_TOKEN,
  };
  return { ...placeOf(line), ...outputFormOf(line), asked, what: whatIn(line) };
}

function whatIn({ words, text }: CommandLine<StoreOption>): StoreRequest['what'] {
  const [word, name, ...more] = words;
  const version = text('version');
  if (word === 'list' && more.length === 0 && version === undefined) {
    return { type: 'list', query: name ?? '' };
  }
  if (word === 'show' && name !== undefined && more.length === 0) {
    return { type: 'show', name, version };
  }
  throw new UsageError(
    'store takes list, with a text if you like, or show and a name, with --version if you like',
  );
}

/** Lines of the answer. Throws Refused where there is none. */
function linesOf(request: StoreRequest, { output }: Session): Promise<readonly string[]> {
  const { asked, what, json, plain } = request;
  const look = lookFor(output, plain, process.env);
  return withConnection(request, async (connection) => {
    const answer =
      what.type === 'list'
        ? await askForPage(connection, asked, what.query)
        : await askForApp(connection, asked, what);
    if (answer.type === 'none') {
      throw new Refused(answer.why);
    }
    if (json) {
      return [dataText(answer.value, request)];
    }
    return 'apps' in answer.value ? drawPage(answer.value, look) : drawApp(answer.value, look);
  });
}
