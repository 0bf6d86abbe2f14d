import { afterAll, beforeAll, expect } from 'vitest';
import { ANNOTATIONS } from '../../src/api/group.ts';
import type { MarketInstallSpec } from '../../src/api/marketinstall.ts';
import { visibleLines } from '../../src/base/visible.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { SECRETS } from '../../src/objects/core.ts';
import { MARKET_INSTALL_TYPE, MARKET_INSTALLS, type MarketInstall } from '../../src/objects/stoa.ts';
import { Install, Shop } from '../cluster/support/shop.ts';
import { connect, TESTER, Team } from '../cluster/support/world.ts';
import { ChartRepository } from '../support/chartrepository.ts';
import { eventually } from '../support/eventually.ts';
import { attacks, by } from './support/attack.ts';

const PASSWORD = 'SuP3rs3cretPassw0rd';

/** Forms of the password that a template can make, and others of its characters. */
const FORMS: Readonly<Record<string, readonly [template: string, text: string]>> = {
  upper: ['upper .Values.password', PASSWORD.toUpperCase()],
  parted: ['.Values.password | splitList "" | join "-"', [...PASSWORD].join('-')],
  hex: ['printf "%x" .Values.password', Buffer.from(PASSWORD).toString('hex')],
  base32: ['.Values.password | b32enc', 'KN2VAM3S'],
  turned: ['.Values.password | splitList "" | reverse | join ""', [...PASSWORD].toReversed().join('')],
};

const ALL = Object.values(FORMS)
  .map(([template]) => `{{ ${template} }}`)
  .join(' ');

const CONFIG = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: {{ .Release.Name }} }\ndata: { a: b }\n';

/** Objects of which parts are refused, have no effect, or have the API server complain, each with all forms. */
const CHARTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  fails: { 'templates/a.yaml': `{{ fail (printf "(shop/%s:1) %s" (upper .Values.password) \`x\`) }}` },
  says: {
    'templates/a.yaml': `{{ fail (list ${Object.values(FORMS)
      .map(([template]) => `(${template})`)
      .join(' ')} | join " ") }}`,
  },
  schema: {
    'templates/a.yaml': CONFIG,
    'values.schema.json': '{"properties": {"password": {"pattern": "^x$"}}, "type": "object"}',
  },
  kind: {
    'templates/a.yaml': `apiVersion: v1\nkind: K{{ upper .Values.password }}\nmetadata: { name: a }\n`,
  },
  notes: { 'templates/a.yaml': CONFIG, 'templates/NOTES.txt': ALL },
  rejected: {
    'templates/a.yaml': `${CONFIG.trimEnd().replace('{ a: b }', '{ "a/{{ upper .Values.password }}": b }')}\n`,
  },
};

let client: KubeClient;
let shop: Shop;
let repository: ChartRepository;

beforeAll(async () => {
  client = await connect();
  shop = await Shop.open();
  repository = await ChartRepository.open();
  for (const [name, files] of Object.entries(CHARTS)) {
    repository.offer(name, '1.0.0', files);
  }
});

afterAll(async () => {
  repository.close();
  await shop.close();
});

function installOf(team: Team, chart: string, spec: Partial<MarketInstallSpec>): Install {
  return new Install(client, team, shop, chart, { ...spec, market: { url: repository.url, type: 'helm' } });
}

/** Status of an install that has come to an end, with a preview. */
async function statusOf(team: Team, chart: string, spec: Partial<MarketInstallSpec>) {
  const install = installOf(team, chart, spec);
  await install.apply('1.0.0');
  const metadata = {
    name: chart,
    namespace: team.namespace,
    annotations: { [ANNOTATIONS.previewRequested]: 'one' },
  };
  await client.apply(MARKET_INSTALLS, { ...MARKET_INSTALL_TYPE, metadata }, `${TESTER}-preview`);
  const { status } = await eventually(async (): Promise<MarketInstall> => {
    const found = await install.get();
    expect(found.status?.preview?.requested).toBe('one');
    expect(found.status?.conditions?.find(({ type }) => type === 'Ready')).toMatchObject({
      reason: expect.not.stringMatching(/^(Progressing|Pending|RendererBusy)$/),
    });
    return found;
  });
  return { status, told: JSON.stringify([status, await install.events()]) };
}

attacks(
  'A value of a Secret is told to who may read an install',
  by(
    'team',
    'view in its namespace',
    Object.keys(CHARTS).map((chart) => ({
      mustNotHappen: `no status, plan or Event has a form of it, whatever the chart ${chart} does`,
      does: 'reads the install of a careless or hostile chart',
      async run() {
        const team = await Team.create(client);
        // The texts are there where nobody needs to hide the value.
        const open = await statusOf(await Team.create(client), chart, { values: { password: PASSWORD } });
        expect(
          Object.values(FORMS).some(([, text]) => open.told.includes(text)) || open.told.includes(PASSWORD),
        ).toBe(true);
        const metadata = { name: 'given', namespace: team.namespace };
        const data = { 'values.yaml': Buffer.from(`password: ${PASSWORD}\n`).toString('base64') };
        await client.apply(SECRETS, { apiVersion: 'v1', kind: 'Secret', metadata, data }, TESTER);
        const { told } = await statusOf(team, chart, { valuesFrom: [{ kind: 'Secret', name: 'given' }] });
        for (const text of [PASSWORD, ...Object.values(FORMS).map(([, form]) => form)]) {
          expect(told).not.toContain(text);
        }
      },
    })),
  ),
);

attacks(
  'A text of a chart does what its readers do not expect',
  by('team', 'edit in its namespace', [
    {
      mustNotHappen: 'no install is left without a status by a complaint that is longer than its field',
      does: 'gives a value of 100,000 characters that the schema of the chart refuses',
      async run() {
        const { status } = await statusOf(await Team.create(client), 'schema', {
          values: { password: 'y'.repeat(100_000) },
        });
        const ready = status?.conditions?.find(({ type }) => type === 'Ready');
        expect(ready).toMatchObject({
          reason: 'ValuesInvalid',
          message: expect.stringMatching(/^spec\.values\.password: /),
        });
        expect(status?.preview?.refused).toMatchObject({ reason: 'ValuesInvalid' });
      },
    },
    {
      mustNotHappen: 'no text of a status acts on a terminal that prints it as it is',
      does: 'installs a chart whose notes and failures have escapes and what turns text around',
      async run() {
        const lie = '\x1b[2J\x07\u202e\u3164\u{e0041}';
        repository.offer('lies', '1.0.0', {
          'templates/a.yaml': CONFIG,
          'templates/NOTES.txt': `Use\n${lie}it`,
        });
        repository.offer('liar', '1.0.0', {
          'templates/a.yaml': `{{ fail ${JSON.stringify(`no ${lie}way`)} }}`,
        });
        const team = await Team.create(client);
        for (const [chart, text] of [
          ['lies', 'Use\\n [2J it'],
          ['liar', 'no  [2J way'],
        ] as const) {
          const { status, told } = await statusOf(team, chart, {});
          expect(told).toContain(text);
          // What kubectl get -o jsonpath prints.
          const texts = [
            status?.chart?.notes ?? '',
            ...(status?.conditions ?? []).map(({ message }) => message),
          ];
          expect(texts.map(visibleLines)).toEqual(texts);
        }
      },
    },
  ]),
);
