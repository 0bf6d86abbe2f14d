import { firstFew } from '../../base/text.ts';
import { hostFacts, type ReadIngress } from '../../migrate/hosts.ts';
import { keyOfIngress } from '../../migrate/ingress.ts';
import { migrate, readServed } from '../../migrate/migration.ts';
import { type Answer, differencesOf, isUnasked, lineOf } from '../../migrate/prove/compare.ts';
import {
  hostsWithTls,
  MOST_REQUESTS,
  type ProofRequest,
  requestsFor,
  type Scheme,
} from '../../migrate/prove/requests.ts';
import { type CommandLine, type MIGRATE_OPTIONS, UsageError } from '../options.ts';
import { plainLine } from '../text/line.ts';
import type { Session } from '../verb.ts';
import { askByHttp1 } from './ask.ts';
import { askByHttp2 } from './asktwo.ts';
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
export function proofIn({
  text,
  flag,
}: CommandLine<(typeof MIGRATE_OPTIONS)[number] | 'user'>): Proof | undefined {
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

/** Milliseconds for all requests of a proof. */
const WHOLE_MS = 30 * 60_000;

/** Requests in a row without an answer, after which a host is asked no more. */
const MOST_SILENCE = 3;

/** Asks both entrances, prints where they differ and what is not proved, and resolves to the exit code. */
export async function prove(
  { objects, config }: Omit<Input, 'notes'>,
  proof: Proof,
  session: Session,
): Promise<number> {
  const { read, own, certificates } = readServed(objects, config);
  const refused = migrate(objects, config).ingresses.filter(({ problems }) => problems.length > 0);
  const without = new Set(refused.map(({ ingress }) => ingress));
  const proved = own.filter(({ ingress }) => !without.has(keyOfIngress(ingress)));
  const facts = hostFacts(read, certificates);
  const schemes = (['http', 'https'] as const).filter((scheme) => proof.old[scheme] && proof.new[scheme]);
  const requests = requestsFor(proved, facts, { schemes, user: proof.user, bodies: proof.bodies });
  const result = await askAll(requests, proof, session);
  const hosts = schemes.includes('https') ? [] : hostsWithTls(proved, facts);
  const unproved = [
    ...(without.size === 0 ? [] : [`Ingresses without rules: ${firstFew([...without], MOST_NAMED, ', ')}`]),
    ...(hosts.length === 0
      ? []
      : [`HTTPS of ${firstFew(hosts, MOST_NAMED, ', ')}: give --old and --new an address by https each`]),
    ...(requests.length === MOST_REQUESTS
      ? [`more than the ${MOST_REQUESTS} first requests: give fewer Ingresses`]
      : []),
    ...result.unproved,
  ];
  const lines = [
    `${result.asked} requests, ${result.different} answered differently`,
    ...unproved.map((each) => `not proved: ${each}`),
    ...unasked(proved, proof).map((each) => `not asked: ${each}`),
  ];
  session.output.write(lines.map((line) => `${plainLine(line)}\n`).join(''));
  return result.different === 0 && unproved.length === 0 ? CODES.same : CODES.different;
}

/** Most names that a line has. */
const MOST_NAMED = 5;

/** Words on what options would ask beside. */
function unasked(proved: readonly ReadIngress[], { bodies, user }: Proof): readonly string[] {
  const isLimited = proved.some(({ settings }) => settings.configuration?.proxyBodySize !== undefined);
  const hasPassword = proved.some(({ settings }) => settings.policy?.basicAuth !== undefined);
  return [
    ...(isLimited && !bodies ? ['limits of bodies: --bodies sends some by POST'] : []),
    ...(hasPassword && user === undefined ? ['good passwords: --user NAME:WORD sends one'] : []),
  ];
}

/** Outcome of the requests of a proof. */
interface Asked {
  readonly asked: number;
  readonly different: number;
  readonly unproved: readonly string[];
}

async function askAll(
  requests: readonly ProofRequest[],
  proof: Proof,
  { output, untilInterrupted }: Session,
): Promise<Asked> {
  const silence = new Silence();
  const until = AbortSignal.any([untilInterrupted(), AbortSignal.timeout(WHOLE_MS)]);
  let [asked, different, unspoken] = [0, 0, 0];
  for await (const { request, old, recent } of answersTo(requests, proof, { silence, until })) {
    asked += 1;
    unspoken += isUnasked(request, old) ? 1 : 0;
    const differences = differencesOf(request, old, recent);
    if (differences.length > 0) {
      different += 1;
      output.write(`${plainLine(lineOf(request, differences))}\n`);
    }
  }
  const left = requests.length - asked - silence.skipped;
  const lacks: readonly (readonly [count: number, what: string])[] = [
    [left, 'which there was no time for'],
    [
      silence.skipped,
      `for hosts that an entrance does not answer: ${firstFew(silence.places(), MOST_NAMED, ', ')}`,
    ],
    [unspoken, 'by HTTP/2, which the old entrance does not answer'],
  ];
  return {
    asked,
    different,
    unproved: lacks.flatMap(([count, what]) => (count === 0 ? [] : [`${count} requests, ${what}`])),
  };
}

/** Answers of both entrances to a request. */
interface Pair {
  readonly request: ProofRequest;
  readonly old: Answer;
  readonly recent: Answer;
}

/** Answers to requests, one after the other, so that no limit of requests counts what another proof would not. */
async function* answersTo(
  requests: readonly ProofRequest[],
  proof: Proof,
  { silence, until }: { readonly silence: Silence; readonly until: AbortSignal },
): AsyncGenerator<Pair> {
  for (const request of requests) {
    if (until.aborted) {
      return;
    }
    if (silence.skips(request)) {
      continue;
    }
    const old = await answerAt(proof.old, request);
    const recent = await answerAt(proof.new, request);
    silence.note({ request, old, recent });
    yield { request, old, recent };
  }
}

/** Hosts that answer nothing any more, which are asked no further: each request would take its whole time. */
class Silence {
  readonly #counts = new Map<string, number>();
  /** Requests that were not sent. */
  skipped = 0;

  /** Whether a request is not sent. */
  skips(request: ProofRequest): boolean {
    const isSilent = (this.#counts.get(placeOf(request)) ?? 0) >= MOST_SILENCE;
    this.skipped += isSilent ? 1 : 0;
    return isSilent;
  }

  note({ request, old, recent }: Pair): void {
    const isSilent = [old, recent].some(({ type }) => type === 'none') && request.kind === 'plain';
    const place = placeOf(request);
    this.#counts.set(place, isSilent ? (this.#counts.get(place) ?? 0) + 1 : 0);
  }

  /** Hosts that are asked no further, with their schemes. */
  places(): readonly string[] {
    return [...this.#counts].flatMap(([place, count]) => (count >= MOST_SILENCE ? [place] : []));
  }
}

function placeOf({ scheme, host }: ProofRequest): string {
  return `${scheme}://${host}`;
}

async function answerAt(entrance: Entrance, request: ProofRequest): Promise<Answer> {
  const url = entrance[request.scheme];
  if (url === undefined) {
    return { type: 'none', why: 'no address' };
  }
  return request.kind === 'call' || request.kind === 'reused'
    ? await askByHttp2(url, request)
    : await askByHttp1(url, request);
}
