import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { parse } from 'yaml';
import { createAuthority, issueServer } from '../../deploy/local/cluster/pki.ts';
import { dashboardFiles } from '../../deploy/package/dashboards.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { MARKET_INSTALL_TYPE, MARKET_INSTALLS } from '../../src/objects/stoa.ts';
import { eventually } from '../support/eventually.ts';
import { rest } from './support/traffic.ts';
import { connect, TESTER, Team } from './support/world.ts';

/** A rule file of Prometheus. */
interface RuleFile {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly expr: string;
      readonly annotations: { readonly summary: string; readonly runbook_url: string };
    }[];
  }[];
}

/** A dashboard of Grafana. */
interface Dashboard {
  readonly title: string;
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

const ALERTS = (parse(read('deploy/chart/files/alerts.yaml')) as RuleFile).groups.flatMap(
  ({ rules }) => rules,
);

const QUERIES = [...dashboardFiles().values()]
  .map((content) => JSON.parse(content) as Dashboard)
  .flatMap(({ title, panels }) =>
    panels.flatMap((panel) =>
      panel.targets.map(
        ({ expr }) => [`${title}, ${panel.title}`, expr.replaceAll('$__rate_interval', '1m')] as const,
      ),
    ),
  );

/** Response of the cluster's Prometheus. */
async function ask<T>(path: string): Promise<T> {
  const answer = await fetch(new URL(`/api/v1/${path}`, inject('cluster').prometheusUrl));
  const body = (await answer.json()) as { readonly error?: string; readonly data: T };
  expect([answer.status, body.error]).toEqual([200, undefined]);
  return body.data;
}

/** Values of a query, at this moment. */
async function values(query: string): Promise<readonly { readonly value: readonly [number, string] }[]> {
  const { result } = await ask<{ readonly result: readonly { readonly value: readonly [number, string] }[] }>(
    `query?query=${encodeURIComponent(query)}`,
  );
  return result;
}

/** The selectors of an expression, without matchers for status codes, methods and the status of conditions. */
function selectors(expr: string): string[] {
  const found: string[] = [];
  parser.parse(expr).iterate({
    enter: ({ type, from, to }) => {
      if (type.name === 'VectorSelector') {
        found.push(expr.slice(from, to).replace(/, (code|method|status)!?=~?"[^"]*"/g, ''));
      }
    },
  });
  return found;
}

let team: Team;
let turn = 0;

beforeAll(async () => {
  const client = await connect();
  team = await Team.create(client);
  await team.component('web');
  await team.certificate(1, await issueServer(await createAuthority(), 'web', [team.host]));
  await team.rule('secure', { certificateId: 1, domainPath: '/secure' });
  await refuse(client);
  await stir();
});

/** Creates a rule and an install that do not get ready. */
async function refuse(client: KubeClient): Promise<void> {
  await team.rule('nowhere', { serviceId: 'nobody', domainPath: '/nowhere' });
  const metadata = { name: 'refused', namespace: team.namespace };
  const market = { url: 'https://hub.example.com', domain: 'here' };
  const spec = { appId: 1, market, appModelId: 'web', appModelVersion: '1.0' };
  await client.create(MARKET_INSTALLS, { ...MARKET_INSTALL_TYPE, metadata, spec }, TESTER);
}

/** Creates load for both processes, because percentiles cover recent samples only. */
async function stir(): Promise<void> {
  turn += 1;
  await team.rule('stir', { domainPath: `/${turn}` });
  await rest(`/teams/${team.id}/regions/local/apps/1/domains`, {
    method: 'GET',
    token: inject('cluster').token,
  });
}

/** Waits until `check` passes, under load. */
function whileBusy(check: () => Promise<void>): Promise<void> {
  return vi.waitFor(() => stir().then(check), { timeout: 60_000, interval: 500 });
}

/**
 * Alerts that tests beside this one provoke: they take rights from the accounts of installs, and keep rules that are
 * refused, for as long as they run.
 */
const PROVOKED = ['StoaForbidden', 'StoaManyNotReady'];

describe('the alerts', () => {
  it('are all evaluated by Prometheus, and none fires in a healthy cluster', async () => {
    const state = await eventually(async () => {
      const { groups } = await ask<{
        readonly groups: readonly {
          readonly rules: readonly {
            readonly name: string;
            readonly health: string;
            readonly state: string;
          }[];
        }[];
      }>('rules');
      const rules = groups.flatMap((group) => group.rules);
      expect(rules.map(({ health }) => health)).toEqual(ALERTS.map(() => 'ok'));
      return rules.map(({ name, state }) => [name, state]);
    });
    expect(state.map(([name]) => name)).toEqual(ALERTS.map(({ alert }) => alert));
    expect(state.filter(([name = '', each]) => each === 'firing' && !PROVOKED.includes(name))).toEqual([]);
  });

  it.each(ALERTS)('$alert selects existing series', async ({ expr }) => {
    const looked = selectors(expr);
    expect(looked.length).toBeGreaterThan(0);
    for (const selector of looked) {
      await whileBusy(async () => expect(await values(selector), selector).not.toEqual([]));
    }
  });

  it.each(ALERTS)('$alert has a runbook', ({ alert, annotations }) => {
    expect(annotations.runbook_url).toBe(`docs/operations.md#${alert.toLowerCase()}`);
    expect(read('docs/operations.md')).toContain(`\n### ${alert}\n`);
  });
});

describe('the dashboards', () => {
  it.each(QUERIES)('%s has data: %s', async (_, query) => {
    await whileBusy(async () => {
      const found = await values(query);
      expect(found.filter(({ value: [, sample] }) => sample !== 'NaN')).not.toEqual([]);
    });
  });
});
