import type { ListedComponent } from '../../../src/api/application.ts';
import type { Condition } from '../../../src/api/condition.ts';
import type { MarketInstallStatus } from '../../../src/api/marketinstall.ts';
import type { Application, GatewayRule, MarketInstall } from '../../../src/objects/stoa.ts';
import type { Figures, Series } from '../../../src/plugin/status/figures.ts';
import { applicationOf, installOf } from '../../support/applications.ts';
import { ruleOf } from '../../support/rules.ts';

/** A condition, false unless said otherwise. */
export function conditionOf(
  type: string,
  reason: string,
  message = '',
  status: Condition['status'] = 'False',
): Condition {
  return { type, status, reason, message, observedGeneration: 1, lastTransitionTime: '2026-01-01T00:00:00Z' };
}

/** Conditions of an object that is ready. */
export const READY = [conditionOf('Ready', 'Ready', 'all is well', 'True')];

/** An object with conditions of its present generation. */
export function reporting<T extends GatewayRule | MarketInstall | Application>(
  object: T,
  conditions: readonly Condition[],
  some: Partial<T['status']> = {},
): T {
  const status = { ...object.status, ...some, observedGeneration: 1, conditions };
  return { ...object, status };
}

/** A component of an application's status. */
export function componentOf(id: string, some: Partial<ListedComponent> = {}): ListedComponent {
  return { id, name: id, kind: 'Deployment', workload: id, state: 'running', ready: '1/1', ...some };
}

/** A figure whose samples are as given. */
function seriesOf(...samples: (number | null)[]): Series {
  return { latest: samples.at(-1) ?? null, samples };
}

/** Figures of `shop`: one component gets more and more requests after a silence, another none. */
export const FIGURES_OF_SHOP: ReadonlyMap<string, Figures> = new Map([
  ['storefront', { requestsPerSecond: growing(), latencyMs: swaying() }],
  [
    'catalog',
    { requestsPerSecond: seriesOf(...Array(20).fill(0)), latencyMs: seriesOf(...Array(20).fill(null)) },
  ],
]);

function growing(): Series {
  return seriesOf(...Array.from({ length: 20 }, (_, index) => (index < 3 ? null : index * index * 0.7)));
}

function swaying(): Series {
  return seriesOf(...Array.from({ length: 20 }, (_, index) => (index < 5 ? null : 8 + (index % 3) * 2)));
}

const CLOSED = 'port 9090 of component catalog of application 1 is not open';
const LATE = 'wave 2 of 3: search: 0 of 1 pods are available (container main of pod search-7 exited with 1)';

const counts = {
  components: { total: 4, ready: 2, summary: '2/4' },
  rules: { total: 4, ready: 3, summary: '3/4' },
  installs: { total: 2, ready: 1, summary: '1/2' },
};

/** An application with some of everything. */
export function shop() {
  const application = reporting<Application>(
    { ...applicationOf('shop'), spec: { id: 1, displayName: 'Our shop' } },
    [conditionOf('Ready', 'ComponentsAbnormal', 'components in trouble: search is abnormal')],
    {
      phase: 'PARTIAL_ABNORMAL',
      counts,
      components: [
        componentOf('catalog', { ready: '2/2' }),
        componentOf('jobs', { state: 'closed', ready: '0/0' }),
        componentOf('0f3c9a2b7d', {
          name: 'Search',
          state: 'abnormal',
          ready: '0/1',
          message: 'container main of pod search-7 exited with 1',
        }),
        componentOf('storefront'),
      ],
    },
  );
  const rules = [
    reporting(ruleOf({ serviceId: 'storefront' }, { name: 'front' }), READY),
    reporting(
      ruleOf(
        {
          serviceId: 'storefront',
          domainPath: '/beta',
          domainCookie: { user: 'beta' },
          theWeight: 20,
          certificateId: 7,
        },
        { name: 'beta' },
      ),
      READY,
    ),
    reporting(
      ruleOf({ serviceId: 'catalog', containerPort: 9090, domainPath: '/catalog' }, { name: 'catalog' }),
      [conditionOf('Ready', 'PortNotOpen', CLOSED)],
    ),
    ruleOf({ serviceId: 'nobody' }, { name: 'new' }),
  ];
  const installs = [
    reporting(installOf('blog', true), READY, { progress: { wave: '2/2', ready: '2/2' } }),
    reporting(installOf('find', false), [conditionOf('Ready', 'ComponentsAbnormal', LATE)], {
      progress: { wave: '2/3', ready: '4/7' },
      serving: { version: '0.9', digest: 'sha256:0', size: 1, secretName: 's' },
    } satisfies MarketInstallStatus),
  ];
  return { application, rules, installs };
}
