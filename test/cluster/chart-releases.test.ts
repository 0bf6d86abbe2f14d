import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MarketInstallSpec } from '../../src/api/marketinstall.ts';
import { fieldAt } from '../../src/base/fields.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import type { Resource } from '../../src/kube/resource.ts';
import { CONFIG_MAPS, type ConfigMap, SECRETS } from '../../src/objects/core.ts';
import { DEPLOYMENTS, JOBS, STATEFUL_SETS } from '../../src/objects/workload.ts';
import { ChartRepository } from '../support/chartrepository.ts';
import { eventually } from '../support/eventually.ts';
import { Install, Shop } from './support/shop.ts';
import { connect, Team } from './support/world.ts';

let client: KubeClient;
let shop: Shop;
let repository: ChartRepository;

beforeAll(async () => {
  client = await connect();
  shop = await Shop.open();
  repository = await ChartRepository.open();
});

afterAll(async () => {
  repository.close();
  await shop.close();
});

function installOf(team: Team, chart: string, spec: Partial<MarketInstallSpec> = {}): Install {
  return new Install(client, team, shop, chart, {
    ...spec,
    market: { url: repository.url, type: 'helm' },
  });
}

async function namesOf({ namespace }: Team, resource: Resource): Promise<readonly string[]> {
  const found = await client.list(resource, { namespace });
  return found.map(({ metadata }) => metadata.name).toSorted();
}

/** Chart whose templates draw in all places where a release may differ from the one before, and a password. */
const DRAWING = {
  'templates/all.yaml': `
apiVersion: v1
kind: Secret
metadata: { name: password }
stringData: { password: {{ $.Values.own | default (randAlphaNum 12) | quote }}, made: {{ now | unixEpoch | quote }} }
---
{{- define "web" }}
metadata:
  labels: { app: web }
  annotations: { {{ .key }}: {{ .value | quote }} }
spec: { containers: [{ name: web, image: registry.example.com/web:1, env: [{ name: AT, value: {{ .at | quote }} }] }] }
{{- end }}
{{- range $key := list "rollme" "mine.example.com/rollme" }}
apiVersion: apps/v1
kind: Deployment
metadata: { name: {{ $key | replace "/" "-" | replace "." "-" }} }
spec:
  selector: { matchLabels: { app: web } }
  template: {{ include "web" (dict "key" $key "value" (randAlphaNum 5) "at" "-") | nindent 4 }}
---
{{- end }}
apiVersion: apps/v1
kind: Deployment
metadata: { name: env }
spec:
  selector: { matchLabels: { app: web } }
  template: {{ include "web" (dict "key" "note" "value" "-" "at" (now | date "2006-01-02T15:04:05.000")) | nindent 4 }}
---
apiVersion: v1
kind: ConfigMap
metadata: { name: config }
data: { deployedAt: {{ now | date "2006-01-02T15:04:05.000" | quote }}, text: {{ .Values.text | quote }} }
---
apiVersion: batch/v1
kind: Job
metadata: { name: migrate-{{ now | date "150405.000" | replace "." "" }} }
spec: { template: { spec: { restartPolicy: Never, containers: [{ name: main, image: registry.example.com/web:1 }] } } }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: moving-{{ randAlphaNum 8 | lower }} }
`,
  'values.yaml': 'text: one\n',
};

describe('a release', () => {
  /** All that a release may have of its own, and the password. */
  async function drawnIn(team: Team) {
    const { namespace } = team;
    const templates = await Promise.all(
      ['rollme', 'mine-example-com-rollme', 'env'].map(async (name) =>
        JSON.stringify(fieldAt(await client.get(DEPLOYMENTS, { namespace, name }), ['spec', 'template'])),
      ),
    );
    const config = await client.get<ConfigMap>(CONFIG_MAPS, { namespace, name: 'config' });
    const jobs = await namesOf(team, JOBS);
    const moving = (await namesOf(team, CONFIG_MAPS)).filter((name) => name.startsWith('moving-'));
    const { data } = await client.get(SECRETS, { namespace, name: 'password' });
    return { drawn: [...templates, config.data?.deployedAt, jobs.join(), moving.join()], password: data };
  }

  async function deleteConfig({ namespace }: Team): Promise<void> {
    const { uid } = (await client.get(CONFIG_MAPS, { namespace, name: 'config' })).metadata;
    await client.delete(CONFIG_MAPS, { namespace, name: 'config', uid });
  }

  it('has a time and random values of its own, but for values of Secrets, and the same in each rendering', async () => {
    const team = await Team.create(client);
    repository.offer('drawing', '1.0.0', DRAWING);
    const install = installOf(team, 'drawing');
    await install.apply('1.0.0');
    await install.condition('Ready', 'True');
    const first = await drawnIn(team);

    await deleteConfig(team);
    await eventually(async () => expect(await drawnIn(team)).toEqual(first));

    await install.apply('1.0.0', { values: { text: 'two' } });
    await install.condition('Ready', 'True');
    const second = await eventually(async () => {
      const found = await drawnIn(team);
      expect(found.drawn.filter((each, at) => each === first.drawn[at])).toEqual([]);
      expect(found.drawn.join()).not.toContain('undefined');
      return found;
    });
    expect(second.password).toEqual(first.password);
    const names = await Promise.all([namesOf(team, JOBS), namesOf(team, CONFIG_MAPS)]);
    expect(names.map((each) => each.filter((name) => /^(migrate|moving)-/.test(name)).length)).toEqual([
      1, 1,
    ]);

    await deleteConfig(team);
    await eventually(async () => expect(await drawnIn(team)).toEqual(second));

    await install.apply('1.0.0', { values: {} });
    await install.condition('Ready', 'True');
    await eventually(async () => {
      const third = await drawnIn(team);
      expect(third.drawn.filter((each, at) => each === first.drawn[at] || each === second.drawn[at])).toEqual(
        [],
      );
      expect(third.password).toEqual(first.password);
    });
    await install.remove();
  });
});

/** Chart with a number of replicas, or an autoscaler and none. */
const SCALED = {
  'templates/all.yaml': `
{{- range $kind := list "Deployment" "StatefulSet" }}
apiVersion: apps/v1
kind: {{ $kind }}
metadata: { name: web }
spec:
  {{- if not $.Values.hpa }}
  replicas: {{ $.Values.replicas }}
  {{- end }}
  selector: { matchLabels: { app: {{ $kind }} } }
  template:
    metadata: { labels: { app: {{ $kind }} } }
    spec: { containers: [{ name: web, image: registry.example.com/web:1 }] }
---
{{- if $.Values.hpa }}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: {{ $kind | lower }} }
spec:
  minReplicas: {{ $.Values.least }}
  maxReplicas: 6
  scaleTargetRef: { apiVersion: apps/v1, kind: {{ $kind }}, name: web }
---
{{- end }}
{{- end }}
`,
  'values.yaml': 'hpa: false\nreplicas: 4\nleast: 3\n',
};

it('a workload keeps its replicas when a version gives them to an autoscaler, and has its own again when that goes', async () => {
  const team = await Team.create(client);
  repository.offer('scaled', '1.0.0', SCALED);
  const install = installOf(team, 'scaled');
  const target = { namespace: team.namespace, name: 'web' };
  const numbers = () =>
    Promise.all(
      [DEPLOYMENTS, STATEFUL_SETS].map(async (resource) =>
        fieldAt(await client.get(resource as Resource, target), ['spec', 'replicas']),
      ),
    );
  const settle = async (values: Readonly<Record<string, unknown>>) => {
    await install.apply('1.0.0', { values });
    await install.condition('Ready', 'True');
    return await numbers();
  };
  expect(await settle({})).toEqual([4, 4]);
  expect(await settle({ hpa: true })).toEqual([4, 4]);
  expect(await settle({ replicas: null })).toEqual([4, 4]);
  expect(await settle({ replicas: 2 })).toEqual([2, 2]);

  await settle({ hpa: true, least: 5 });
  await eventually(async () => expect(await numbers()).toEqual([5, 5]), 120_000);
  expect(await settle({ replicas: 2 })).toEqual([2, 2]);
  await install.remove();
});
