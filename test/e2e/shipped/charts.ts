import { EXAMPLE_NAMESPACE } from '../../../deploy/local/cluster/examples.ts';
import type { ObjectDraft } from '../../../src/kube/object.ts';
import { GATEWAY_RULE_TYPE, MARKET_INSTALL_TYPE, MARKET_INSTALLS } from '../../../src/objects/stoa.ts';
import { until } from '../until.ts';
import { installReady, STORE_URL } from './market.ts';
import { answers, rulesReady } from './rules.ts';
import type { ShippedCluster } from './shippedcluster.ts';
import { CHART, VERSIONS } from './storecharts.ts';

/** Host of the rule for it. */
export const CHART_HOST = 'hello.example.com';

function install(version: string, values: object): ObjectDraft {
  return {
    ...MARKET_INSTALL_TYPE,
    metadata: { name: CHART, namespace: EXAMPLE_NAMESPACE },
    spec: {
      appId: 1,
      market: { type: 'helm', url: `${STORE_URL}/charts` },
      appModelId: CHART,
      appModelVersion: version,
      values,
      deploy: true,
    },
  };
}

/** Installs the chart, and leads a host to its Service; resolves when that answers. */
export async function installChart(world: ShippedCluster, url: string): Promise<string> {
  await world.apply([install(VERSIONS.hello, { replicas: 2 })]);
  await installReady(world);
  const rule = {
    ...GATEWAY_RULE_TYPE,
    metadata: { name: CHART, namespace: EXAMPLE_NAMESPACE },
    spec: { http: { serviceName: CHART, containerPort: 80, domainName: CHART_HOST } },
  };
  await world.apply([rule]);
  await rulesReady(world);
  await answers(url, CHART_HOST);
  return `${CHART_HOST} responds`;
}

/** Upgrades the chart to its later version, whose pods run another image; resolves when these alone run. */
export async function upgradeChart(world: ShippedCluster): Promise<string> {
  const version = VERSIONS['hello-later'];
  const image = 'stoa-example:2';
  await world.apply([install(version, { replicas: 2, image })]);
  await until('the later version is in place', async () => {
    const { status } = await world.client.get(MARKET_INSTALLS, {
      namespace: EXAMPLE_NAMESPACE,
      name: CHART,
    });
    return status?.chart?.version === version ? [] : [`${status?.chart?.version} is`];
  });
  await installReady(world);
  const pods = `--selector=stoa.dev/component-id`;
  await until('only pods of the later version run', async () => {
    const output =
      '--output=jsonpath={range .items[*]}{.metadata.name} {.spec.containers[0].image}{"\\n"}{end}';
    const lines = await world.kubectl('get', 'pods', `--namespace=${EXAMPLE_NAMESPACE}`, pods, output);
    return lines.split('\n').filter((line) => line.startsWith(`${CHART}-`) && !line.endsWith(image));
  });
  return `version ${version}, with ${image}`;
}
