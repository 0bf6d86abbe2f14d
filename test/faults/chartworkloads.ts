import { MODEL_ARTIFACTS } from '../../src/api/marketinstall.ts';
import type { Team } from './team.ts';
import type { Workload } from './workload.ts';

/** Values before and after an edit. */
const VALUES = {
  before: { mode: 'first', replicas: 2 },
  after: { mode: 'second' },
};

const ready = ({ shop }: Team) => shop.has('Ready', 'True');

/** Workloads of users with installs of charts, and of models of a registry. */
export const CHART_WORKLOADS: readonly Omit<Workload, 'about'>[] = [
  {
    name: 'chart',
    run: ({ shop }) => shop.installChart('1.0.0'),
    done: ready,
  },
  {
    name: 'chartupgrade',
    async run({ shop }) {
      await shop.installChart('1.0.0');
      await shop.reach('Ready', 'True');
      await shop.installChart('2.0.0');
    },
    done: ready,
  },
  {
    name: 'values',
    async run({ shop }) {
      await shop.installChart('1.0.0', VALUES.before);
      await shop.reach('Ready', 'True');
      await shop.installChart('1.0.0', VALUES.after);
      await shop.reach('Ready', 'True');
      await shop.installChart('1.0.0');
    },
    done: ready,
  },
  {
    // The registry fails at first. Later, the tag of the first version moves, and the install goes back to that.
    name: 'registry',
    async run({ shop }) {
      const registry = await shop.registry();
      const install = (appModelVersion: string) =>
        shop.install({ appModelVersion, market: { url: registry.url, type: MODEL_ARTIFACTS } });
      registry.offer('small', '1.0', await shop.model('small.json'));
      registry.offer('small', '2.0', await shop.model('small@2.0.json'));
      registry.fail(503);
      await install('1.0');
      await shop.reach('TemplateResolved', 'False', 'StoreFailed');
      registry.fail();
      await shop.reach('Ready', 'True');
      registry.offer('small', '1.0', await shop.model('small@2.0.json'));
      await install('2.0');
      await shop.reach('Ready', 'True');
      await install('1.0');
    },
    done: ready,
  },
];
