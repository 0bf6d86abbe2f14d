import { OutsideClient, type Reply } from '../../../e2e/client.ts';
import type { GatewayAddress } from '../../../e2e/stage.ts';
import type { PublishedAnswer, PublishedAsk, PublishedValue } from './published.ts';

/** Part of an answer: what the suite expects, and what came. */
export interface AskedPart {
  readonly part: string;
  readonly expected: string;
  readonly got: string;
}

/** Gateway, and the certificate authority of its hosts. */
export interface Entrance {
  readonly gateway: GatewayAddress;
  readonly ca: string;
}

/** Sends the requests of an ask, and resolves to the parts of all answers, each of which once. */
export async function asked(ask: PublishedAsk, { gateway, ca }: Entrance): Promise<readonly AskedPart[]> {
  const client = new OutsideClient(gateway, ca);
  const replies: (Reply | undefined)[] = [];
  try {
    while (replies.length < (ask.times ?? 1)) {
      replies.push(await replyTo(ask, client));
    }
  } finally {
    await client.close();
  }
  const parts = [...replies.flatMap((reply) => partsOf(ask, reply)), ...partsOfAll(ask.answer, replies)];
  return [...new Map(parts.map((each) => [JSON.stringify(each), each])).values()];
}

/** Reply to a request; undefined where none comes. */
async function replyTo(ask: PublishedAsk, client: OutsideClient): Promise<Reply | undefined> {
  const { host = '', path = '/', scheme = 'http', method = 'GET', user, keepsCookies = false } = ask;
  const authorization = user && `Basic ${Buffer.from(user).toString('base64')}`;
  const headers = { ...ask.headers, ...(authorization === undefined ? {} : { authorization }) };
  const sent = { host, path, scheme, method, headers };
  return client
    .send({ ...sent, body_mib: 0, upstream_delay_s: 0, cookies_kept: keepsCookies })
    .catch(() => undefined);
}

function partsOf({ answer, host = '', scheme = 'http' }: PublishedAsk, reply: Reply | undefined) {
  const { status, location, headers = {}, cookie = [], noCookie = [], component, sees = {} } = answer;
  const { seen } = reply ?? {};
  const got = (value: unknown) => (value === undefined ? '-' : String(value));
  const base = `${scheme}://${host}`;
  const cookies = got(reply?.headers['set-cookie']);
  const exact = (part: string, expected: string | number | undefined, value: unknown) =>
    expected === undefined ? [] : [{ part, expected: String(expected), got: got(value) }];
  return [
    ...exact('status', status, reply?.status),
    ...exact('location', addressOf(location, base), addressOf(reply?.headers.location, base)),
    ...Object.entries(headers).map(([name, value]) => valuePart(name, value, reply?.headers[name])),
    ...cookie.map((text) => ({ part: `cookie ${text}`, expected: 'true', got: `${cookies.includes(text)}` })),
    ...noCookie.map((text) => ({
      part: `cookie ${text}`,
      expected: 'false',
      got: `${cookies.includes(text)}`,
    })),
    ...exact('component', component, seen?.component),
    ...exact('seen path', sees.path, seen?.path),
    ...exact('seen host', sees.host, seen?.headers.host),
    ...Object.entries(sees.headers ?? {}).map(([name, value]) =>
      valuePart(`seen ${name}`, value, seen?.headers[name]),
    ),
  ];
}

/** Address that a redirect leads to, whatever port the gateway has. */
function addressOf(location: unknown, base: string): string | undefined {
  if (typeof location !== 'string') {
    return undefined;
  }
  const url = new URL(location, base);
  url.port = url.hostname.endsWith(new URL(base).hostname.replace(/^www\./, '')) ? '' : url.port;
  return url.href;
}

function valuePart(part: string, expected: PublishedValue, value: unknown): AskedPart {
  const got = value === undefined ? '-' : String(value);
  if (expected instanceof RegExp) {
    return { part, expected: String(expected), got: expected.test(got) ? String(expected) : got };
  }
  return { part, expected: expected ?? '-', got };
}

function partsOfAll({ least = {}, pods }: PublishedAnswer, replies: readonly (Reply | undefined)[]) {
  const found = new Set(replies.map((reply) => reply?.seen?.pod));
  const shares = Object.entries(least).map(([component, number]) => {
    const count = replies.filter((reply) => reply?.seen?.component === component).length;
    const got = count >= number ? `at least ${number}` : String(count);
    return { part: `answers of ${component}`, expected: `at least ${number}`, got };
  });
  return [
    ...shares,
    ...(pods === undefined ? [] : [{ part: 'pods', expected: `${pods}`, got: `${found.size}` }]),
  ];
}
