import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createSelfReviewer } from '../../rest/guard/identity.ts';
import { type Connection, withConnection } from '../connect.ts';
import { Refused } from '../failure.ts';
import { type CommandLine, type PLACE_OPTIONS, type Place, placeOf, UsageError } from '../options.ts';
import { plainLine } from '../text/line.ts';
import type { Session, Verb } from '../verb.ts';
import { withKey } from './access.ts';
import { openerFor, openInBrowser } from './browser.ts';
import { installedConfiguration } from './configuration.ts';
import { consolePages } from './pages.ts';
import { openConsole } from './server.ts';

type ConsoleOption = (typeof PLACE_OPTIONS)[number] | 'port' | 'no-open';

/** Console to open. */
interface ConsoleRequest extends Place {
  /** Port on this machine; 0 for a free one. */
  readonly port: number;
  /** Whether the browser opens it. */
  readonly open: boolean;
}

/** `console`: serves the console on this machine, as the user of the kubeconfig, until it is interrupted. */
export const consoleVerb: Verb<ConsoleOption, ConsoleRequest> = {
  parse: parseConsole,
  async run(request, session) {
    const folder = consolePages();
    await withConnection(request, (connection) => runConsole(connection, { ...request, folder }, session));
    return 0;
  },
};

function parseConsole(line: CommandLine<ConsoleOption>): ConsoleRequest {
  const { words, text, flag } = line;
  if (words.length > 0) {
    throw new UsageError(`console takes no words, not ${words.join(' ')}`);
  }
  const port = text('port') ?? '0';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new UsageError(`--port: ${port} must be a number from 1 to 65535, or left out`);
  }
  return { ...placeOf(line), port: Number(port), open: !flag('no-open') };
}

async function runConsole(
  connection: Connection,
  { port, open, folder }: ConsoleRequest & { readonly folder: string },
  { output, untilInterrupted }: Session,
): Promise<void> {
  const stop = untilInterrupted();
  const key = randomBytes(32).toString('base64url');
  const user = await createSelfReviewer(withKey(connection, key))(key);
  if (user === undefined) {
    throw new Refused('the cluster does not know who you are: check the user of your kubeconfig');
  }
  const { config, problem } = await installedConfiguration(connection.client);
  const opened = await openConsole(connection, { config, port, key, folder, stop });
  const url = `http://127.0.0.1:${opened.port}/console/#key=${key}`;
  const remark = problem === undefined ? [] : [plainLine(`With defaults: ${problem}.`)];
  const lines = [plainLine(`Console as ${user.user}, until Ctrl-C:`), url, ...remark];
  output.write(lines.map((line) => `${line}\n`).join(''));
  const opener = open ? openerFor(process.platform, process.env) : undefined;
  const forget = opener === undefined ? undefined : await openInBrowser(url, opener);
  if (!stop.aborted) {
    await once(stop, 'abort');
  }
  await Promise.all([opened.close(), forget?.()]);
}
