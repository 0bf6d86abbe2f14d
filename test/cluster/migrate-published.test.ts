import { beforeAll, expect, inject, it } from 'vitest';
import { type Authority, createAuthority, issueServer } from '../../deploy/local/cluster/pki.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { ROWS } from '../../src/migrate/table.ts';
import { SECRETS } from '../../src/objects/core.ts';
import { GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { eventually } from '../support/eventually.ts';
import { deadReasons, explains, type Reason, type SeenDifference } from './support/differences.ts';
import { applied, migrate } from './support/migration.ts';
import { asked, type Entrance } from './support/published/ask.ts';
import { NOT_ASKED, PUBLISHED_CASES } from './support/published/cases.ts';
import { askOf, ingressesOf, nameOf, type PlacedCase, surroundings } from './support/published/placed.ts';
import type { PublishedAsk } from './support/published/published.ts';
import { connect, kubectl, TESTER, Team } from './support/world.ts';

/** Cases with one configuration of the controller, in a namespace of their own. */
interface Group {
  readonly config: Readonly<Record<string, string>>;
  readonly team: Team;
  readonly cases: readonly PlacedCase[];
}

const COMPONENTS = ['web', 'second', 'third', 'fourth', 'next', 'many', 'guard'];

let client: KubeClient;
let entrance: Entrance;
let groups: readonly Group[];

beforeAll(async () => {
  client = await connect();
  const authority = await createAuthority();
  const [http, https] = [inject('cluster').gatewayHttpUrl, inject('cluster').gatewayHttpsUrl].map(
    (each) => new URL(each),
  );
  const gateway = {
    host: http?.hostname ?? '',
    httpPort: Number(http?.port),
    httpsPort: Number(https?.port),
    tcpPorts: [],
  };
  entrance = { gateway, ca: authority.certificate };
  const byConfig = Map.groupBy(PUBLISHED_CASES, ({ config = {} }) => JSON.stringify(config));
  groups = await Promise.all(
    [...byConfig].map(async ([config, cases]): Promise<Group> => {
      const team = await Team.create(client);
      const { namespace } = team;
      const placed = cases.map((published, index) => ({
        published,
        namespace,
        host: `p${index}.${team.host}`,
      }));
      return { config: JSON.parse(config), team, cases: placed };
    }),
  );
  await Promise.all(groups.map((group) => prepare(group, authority)));
}, 300_000);

/** Creates the components of a group, and what its Ingresses name. */
async function prepare({ team, config, cases }: Group, authority: Authority): Promise<void> {
  const { namespace } = team;
  await Promise.all(COMPONENTS.map((id) => team.component(id, 80)));
  await team.behave('guard', { 'stand-in.example.com/user': 'user:password' });
  await kubectl(['scale', '-n', namespace, 'deployment', 'many', '--replicas=6']);
  const below = cases.filter(({ published }) => published.ingresses.some(({ tls }) => tls !== undefined));
  const names = [`*.${team.host}`, ...below.map(({ host }) => `*.${host}`)];
  const pair = await issueServer(authority, team.host, names);
  const stringData = { 'tls.crt': pair.certificate, 'tls.key': pair.key };
  const metadata = { name: 'pair', namespace };
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata, type: 'kubernetes.io/tls', stringData };
  await client.apply(SECRETS, secret, TESTER);
  await applied([...surroundings(namespace, config), ...cases.flatMap(ingressesOf)]);
}

/** Problems of Ingresses by their names, as the command tells them. */
function problemsIn(text: string): ReadonlyMap<string, readonly string[]> {
  const problems = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of text.split('\n')) {
    const [, name] = /^Ingress [^/]+\/(\S+): no rule is made of it/.exec(line) ?? [];
    const [, problem] = /^ {2}! (.*)/.exec(line) ?? [];
    if (name !== undefined) {
      current = [];
      problems.set(name, current);
    } else if (problem !== undefined) {
      current.push(problem);
    }
  }
  return problems;
}

/** Ingresses of which the command makes rules against what the case says, or none. */
function surprises({ cases }: Group, problems: ReadonlyMap<string, readonly string[]>): readonly string[] {
  return cases.flatMap((placed) =>
    placed.published.ingresses.flatMap(({ refused }, index) => {
      const found = problems.get(nameOf(placed, index));
      const isExpected =
        refused === undefined ? found === undefined : found?.some((text) => refused.test(text)) === true;
      return isExpected ? [] : [`${placed.published.at} ${index}: ${found?.join('; ') ?? 'has rules'}`];
    }),
  );
}

/** Waits until all Ingresses of a group have ready rules, or one that is not where a case says so. */
async function settled({ team, cases }: Group): Promise<void> {
  const unready = cases.flatMap((placed) =>
    placed.published.ingresses.flatMap((each, index) => (each.unready ? [nameOf(placed, index)] : [])),
  );
  await eventually(async () => {
    const rules = await client.list(GATEWAY_RULES, { namespace: team.namespace });
    const states = rules.map(({ metadata: { name }, status }) => ({
      ingress: /^p\d+-\d+/.exec(name)?.[0] ?? name,
      ready: status?.conditions?.find(({ type }) => type === 'Ready')?.status ?? 'Unknown',
    }));
    expect(states.filter(({ ready }) => ready === 'Unknown')).toEqual([]);
    const failed = states.flatMap(({ ingress, ready }) => (ready === 'False' ? [ingress] : []));
    expect([...new Set(failed)].toSorted()).toEqual(unready.toSorted());
  }, 120_000);
}

/** Parts of the answers to a request that are other than published. */
async function differencesOf(ask: PublishedAsk, placed: PlacedCase): Promise<readonly SeenDifference[]> {
  const { at, family, ingresses } = placed.published;
  const tls = ingresses.some((each) => each.tls !== undefined);
  const whole = askOf(ask, placed);
  const { path = '/', scheme = 'http', host = '' } = whole;
  const parts = await asked(whole, entrance);
  return parts
    .filter(({ expected, got }) => expected !== got)
    .map(({ part, expected, got }) => {
      const change = `${part} ${expected} → ${got}`;
      const line = `${at}: ${scheme}://${host}${path} ${JSON.stringify(ask.headers ?? {})}`;
      return { family, about: at, scheme, path, tls, change, line };
    });
}

/** Differences that are known. */
const KNOWN: readonly Reason[] = [
  {
    why: 'an origin below a domain has one more label there, and any number of them in a rule',
    families: ['cors-allow-origin'],
    change: /^access-control-allow-origin - → http:\/\/bar\.foo\.origin\.cors\.com$/,
  },
  {
    why: 'a Secret without a password is an error of the gateway',
    families: ['auth-secret'],
    change: /^status (401|503) → 500$/,
  },
  {
    why: 'auth-signin is left out: the answer of the component that is asked goes to the client',
    families: ['auth-signin'],
    change: /^(status 302 → 401|location \S+ → -)$/,
  },
  {
    why: 'the cookie is rainbond-route',
    families: ['affinity', 'session-cookie-path', 'server-alias'],
    change: /^cookie SERVERID= true → false$/,
  },
  {
    why: 'attributes of the cookie are left out',
    families: [
      'session-cookie-expires',
      'session-cookie-domain',
      'session-cookie-path',
      'session-cookie-secure',
    ],
    change: /^cookie (Expires=|Max-Age=259200|Domain=foo\.bar|Path=\/foo\/bar|; Secure) true → false$/,
  },
  {
    why: 'Traefik chooses no pod by a part of the request',
    families: ['upstream-hash-by', 'upstream-hash-by-subset'],
    change: /^pods [13] → 6$/,
  },
  {
    why: 'a ConfigMap that is missing is told, and keeps no request out',
    families: ['custom-headers'],
    change: /^status 503 → 200$/,
  },
  {
    why: 'Traefik sets none of the headers that only ingress-nginx has',
    families: ['none'],
    change:
      /^seen (x-forwarded-scheme http → myproto|x-original-forwarded-(for 1\.2\.3\.4|host myhost) → -)$/,
  },
  {
    why: 'Traefik cannot keep addresses out, so that a rule with deny answers nobody',
    families: ['denylist-source-range', 'whitelist-source-range'],
    change: /^status (403|200) → 500$/,
  },
];

it('has at least 60 answers of 20 families, and says why it asks for no others', () => {
  const asks = PUBLISHED_CASES.flatMap((each) => each.asks);
  expect(asks.length).toBeGreaterThanOrEqual(60);
  expect(new Set(PUBLISHED_CASES.map(({ family }) => family)).size).toBeGreaterThanOrEqual(20);
  const used = PUBLISHED_CASES.flatMap(({ ingresses }) =>
    ingresses.flatMap(({ annotations = {} }) => Object.keys(annotations)),
  );
  const said = Object.entries(ROWS).filter(([, { verdict }]) => verdict !== 'refused');
  const rest = said.flatMap(([name]) => (used.includes(name) ? [] : [name]));
  expect(Object.values(NOT_ASKED).flat().toSorted()).toEqual(rest.toSorted());
});

it('writes rules that answer as the suite of ingress-nginx expects, except for what is known', async () => {
  for (const group of groups) {
    const { namespace } = group.team;
    const isPartial = group.cases.some(({ published }) => published.ingresses.some((each) => each.refused));
    const written = await migrate(namespace, '--apply', '--config', `${namespace}/controller`);
    expect(written).toMatchObject({ code: isPartial ? 1 : 0, stderr: '' });
    expect(surprises(group, problemsIn(written.stdout))).toEqual([]);
  }
  await Promise.all(groups.map(settled));
  const seen: SeenDifference[] = [];
  for (const placed of groups.flatMap(({ cases }) => cases)) {
    for (const ask of placed.published.asks) {
      seen.push(...(await differencesOf(ask, placed)));
    }
  }
  const unknown = seen.filter((each) => !KNOWN.some((reason) => explains(reason, each)));
  expect(unknown.map(({ family, change, line }) => `${family}, ${change}: ${line}`)).toEqual([]);
  expect(deadReasons(KNOWN, seen)).toEqual([]);
}, 400_000);
