import { type ClientRequest, request as plainRequest, type RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import { hostFacts } from '../../migrate/hosts.ts';
import { keyOfIngress } from '../../migrate/ingress.ts';
import { migrate, readServed } from '../../migrate/migration.ts';
import { type Answer, differencesOf, lineOf } from '../../migrate/prove/compare.ts';
import { MOST_REQUESTS, type ProofRequest, requestsFor, type Scheme } from '../../migrate/prove/requests.ts';
import { type CommandLine, type MIGRATE_OPTIONS, UsageError } from '../options.ts';
import { plainLine } from '../text/line.ts';
import type { Session } from '../verb.ts';
import type { Input } from './input.ts';

/** Entrance: its addresses by scheme. */
type Entrance = Readonly<Partial<Record<Scheme, URL>>>;

/** Two entrances to compare, and how. */
export interface Proof {
  readonly old: Entrance;
  readonly new: Entrance;
  readonly user: string | undefined;
  readonly bodies: boolean;
}

/** Proof that a command line asks for; undefined for none. Throws UsageError. Pure. */
export function proofIn({ text, flag }: CommandLine<(typeof MIGRATE_OPTIONS)[number]>): Proof | undefined {
  const [old, recent, user] = [text('old'), text('new'), text('user')];
  const bodies = flag('bodies');
  if (!flag('prove')) {
    const given = Object.entries({ old, new: recent, user }).find(([, value]) => value !== undefined)?.[0];
    const stray = given ?? (bodies ? 'bodies' : undefined);
    if (stray !== undefined) {
      throw new UsageError(`--${stray} means nothing without --prove`);
    }
    return undefined;
  }
  if (old === undefined || recent === undefined) {
    throw new UsageError('--prove takes --old and --new, the URLs of the two entrances');
  }
  if (flag('apply')) {
    throw new UsageError('--prove writes nothing: apply first, then prove');
  }
  if (user !== undefined && !user.includes(':')) {
    throw new UsageError('--user: it must be NAME:WORD');
  }
  return { old: entranceIn('old', old), new: entranceIn('new', recent), user, bodies };
}

function entranceIn(option: string, text: string): Entrance {
  const urls = text.split(',').map((each) => {
    const url = URL.canParse(each) ? new URL(each) : undefined;
    if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
      throw new UsageError(`--${option}: ${each} must be a URL by http or https`);
    }
    return [url.protocol === 'http:' ? 'http' : 'https', url] as const;
  });
  const entrance = Object.fromEntries(urls);
  if (Object.keys(entrance).length < urls.length) {
    throw new UsageError(`--${option}: one URL by http and one by https at most`);
  }
  return entrance;
}

/** Exit codes of a proof. */
const CODES = { same: 0, different: 1 };

/** Asks both entrances, prints where they differ, and resolves to the exit code. */
export async function prove(
  { objects, config }: Omit<Input, 'notes'>,
  proof: Proof,
  session: Session,
): Promise<number> {
  const stop = session.untilInterrupted();
  const schemes = (['http', 'https'] as const).filter((scheme) => proof.old[scheme] && proof.new[scheme]);
  const whole = new Set(
    migrate(objects, config).ingresses.flatMap(({ ingress, problems }) =>
      problems.length === 0 ? [ingress] : [],
    ),
  );
  const { read, own, certificates } = readServed(objects, config);
  const proved = own.filter(({ ingress }) => whole.has(keyOfIngress(ingress)));
  const requests = requestsFor(proved, hostFacts(read, certificates), {
    schemes,
    user: proof.user,
    bodies: proof.bodies,
  });
  let different = 0;
  for (const request of requests) {
    if (stop.aborted) {
      break;
    }
    // One after the other, so that no limit of requests counts what another proof would not.
    const old = await ask(proof.old, request);
    const recent = await ask(proof.new, request);
    const differences = differencesOf(request, old, recent);
    if (differences.length > 0) {
      different += 1;
      session.output.write(`${plainLine(lineOf(request, differences))}\n`);
    }
  }
  const more = requests.length === MOST_REQUESTS ? ', the most of a proof' : '';
  const skipped = own.length - proved.length;
  const without = skipped === 0 ? '' : `; ${skipped} Ingresses without rules are not proved`;
  session.output.write(`${requests.length} requests${more}, ${different} answered differently${without}\n`);
  return different === 0 ? CODES.same : CODES.different;
}

/** Milliseconds for an answer. */
const DEADLINE_MS = 10_000;

/** Bytes of a body that are read. */
const MOST_BYTES = 65_536;

/** Answer of an entrance, whose certificate does not matter: that of the host may be for the public address alone. */
async function ask(entrance: Entrance, request: ProofRequest): Promise<Answer> {
  const { scheme, host, method, path, headers, bytes = 0 } = request;
  const url = entrance[scheme];
  const options: RequestOptions & { readonly servername: string; readonly rejectUnauthorized: boolean } = {
    hostname: url?.hostname.replaceAll(/[[\]]/g, ''),
    port: url?.port,
    method,
    path,
    headers: {
      ...headers,
      host,
      ...(bytes === 0 ? {} : { 'content-length': bytes, expect: '100-continue' }),
    },
    servername: host,
    rejectUnauthorized: false,
    agent: false,
    signal: AbortSignal.timeout(DEADLINE_MS),
  };
  return await new Promise((resolve) => {
    const send = scheme === 'http' ? plainRequest : secureRequest;
    const sent = send(options, (response) => {
      let body = '';
      const settle = () => {
        resolve({
          type: 'answer',
          status: response.statusCode ?? 0,
          headers: textsOf(response.headers),
          body,
        });
        response.destroy();
      };
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
        if (body.length > MOST_BYTES) {
          settle();
        }
      });
      response.on('end', settle);
      response.on('error', settle);
    });
    sent.on('error', (error) =>
      resolve({ type: 'none', why: (error as NodeJS.ErrnoException).code ?? error.name }),
    );
    sendBody(sent, bytes);
  });
}

/** Milliseconds after which a body is sent to an entrance that does not say whether it wants it. */
const PATIENCE_MS = 1000;

/** Sends a body that is wanted: an entrance that refuses it may close while it arrives, which cuts the answer off. */
function sendBody(sent: ClientRequest, bytes: number): void {
  if (bytes === 0) {
    sent.end();
    return;
  }
  const send = () => {
    clearTimeout(patience);
    sent.off('continue', send).end(Buffer.alloc(bytes));
  };
  const patience = setTimeout(send, PATIENCE_MS);
  sent.once('continue', send).once('close', () => clearTimeout(patience));
  sent.flushHeaders();
}

function textsOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  );
}
