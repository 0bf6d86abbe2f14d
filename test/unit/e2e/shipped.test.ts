import { describe, expect, it } from 'vitest';
import { EXAMPLE_IMAGE } from '../../../deploy/image/example.ts';
import { type BalancedService, waiting } from '../../e2e/shipped/balance.ts';
import { exampleObjects } from '../../e2e/shipped/example.ts';
import { marketObjects, STORE_URL } from '../../e2e/shipped/market.ts';
import { parseOptions } from '../../e2e/shipped/options.ts';

describe('the command line of the end-to-end test of the shipped artifacts', () => {
  it('creates a kind cluster by default', () => {
    expect(parseOptions([])).toEqual({
      cluster: { kind: 'kind' },
      images: undefined,
      release: undefined,
    });
  });

  it('accepts the current cluster, its engine and the way to load images', () => {
    const args = [
      '--cluster=current',
      '--gateway-class=eg',
      '--load=ctr images import "$1"',
      '--images=/tmp/x',
      '--release=/tmp/y',
    ];
    expect(parseOptions(args)).toEqual({
      cluster: { kind: 'current', gatewayClass: 'eg', load: 'ctr images import "$1"' },
      images: '/tmp/x',
      release: '/tmp/y',
    });
  });

  it.each([
    [['--cluster=moon'], '--cluster is kind'],
    [['--cluster=current'], '--gateway-class and --load'],
    [['--cluster=kind', '--load=x'], '--cluster is kind'],
    [['--nonsense'], '--nonsense'],
  ])('%j is rejected with the usage', (args, named) => {
    expect(() => parseOptions(args)).toThrow(named);
    expect(() => parseOptions(args)).toThrow('npm run e2e:kind');
  });
});

/** Containers of a workload. */
function containersOf(workload: object): readonly object[] {
  const { spec } = workload as {
    readonly spec: { readonly template: { readonly spec: { readonly containers: readonly object[] } } };
  };
  return spec.template.spec.containers;
}

describe('the example on real nodes', () => {
  it('is that of deploy/examples, with components that serve the ports of their Services', () => {
    const objects = exampleObjects();
    const kinds = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(kinds).toEqual(
      expect.arrayContaining(['Namespace team-shop', 'Deployment catalog', 'GatewayRule storefront']),
    );
    const containers = objects.filter(({ kind }) => kind === 'Deployment').flatMap(containersOf);
    expect(containers).toMatchObject([
      { image: EXAMPLE_IMAGE.names[0] },
      { image: EXAMPLE_IMAGE.names[0], env: [{ name: 'PORT', value: '9090' }] },
    ]);
  });
});

describe('the install of the example', () => {
  const objects = marketObjects();

  it('comes from a store in the cluster that the charts allow', () => {
    const install = objects.find(({ kind }) => kind === 'MarketInstall');
    expect(install).toMatchObject({ spec: { appModelId: 'web', market: { url: STORE_URL } } });
    const service = objects.find(({ kind }) => kind === 'Service');
    const { name, namespace } = service?.metadata ?? {};
    expect(service).toMatchObject({ spec: { ports: [{ port: Number(new URL(STORE_URL).port) }] } });
    expect(new URL(STORE_URL).hostname).toBe(`${name}.${namespace}`);
  });

  it('has an image that serves the port of its component', () => {
    const models = objects.find(({ metadata }) => metadata.name === 'models') as unknown as {
      readonly data: Readonly<Record<string, string>>;
    };
    const [component] = JSON.parse(models.data['web.json'] ?? '').apps;
    // The image serves port 8080 where nothing else is said.
    expect(component).toMatchObject({
      share_image: EXAMPLE_IMAGE.names[0],
      port_map_list: [{ container_port: 8080 }],
    });
  });
});

it('only Services that wait for a load balancer get an address', () => {
  const service = (name: string, type: string, ingress: readonly object[] = []): BalancedService => ({
    metadata: { namespace: 'here', name },
    spec: { type },
    status: { loadBalancer: { ingress } },
  });
  const services = [
    service('inner', 'ClusterIP'),
    service('new', 'LoadBalancer'),
    service('old', 'LoadBalancer', [{ ip: '10.0.0.1' }]),
  ];
  expect(waiting(services)).toEqual([services[1]]);
});
