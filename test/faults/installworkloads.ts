import { ANNOTATIONS } from '../../src/api/group.ts';
import { CLAIMS } from '../../src/objects/core.ts';
import { ACTS, fallen, settle, upgrade } from './company/acts.ts';
import { installObjects } from './endstate.ts';
import type { Team } from './team.ts';
import type { Workload } from './workload.ts';

/** Overrides before and after an edit: what one sets and the other leaves out has the value of the model again. */
const OVERRIDES = {
  before: [
    { component: 'db', replicas: 2, envs: [{ name: 'MODE', value: 'first' }] },
    { component: 'front', imageTag: 'patched' },
  ],
  after: [
    { component: 'db', replicas: 3, envs: [{ name: 'MODE', value: 'second' }], imageTag: 'patched' },
    { component: 'front', envs: [{ name: 'LEVEL', value: 'debug' }] },
  ],
};

/** Grant of the annotation by which version 1.1 never gets ready. */
const NEVER_READY = { annotations: ['stand-in.example.com/ready'] };

const ready = ({ shop }: Team) => shop.has('Ready', 'True');

/** Acts of others, without that of an autoscaler: its controller looks every 15 s. */
const QUICK_ACTS = Object.values(ACTS).filter(({ manager }) => manager !== 'kube-controller-manager');

/** Workloads of users with installs. */
export const INSTALL_WORKLOADS: readonly Omit<Workload, 'about'>[] = [
  {
    name: 'install',
    run: ({ shop }) => shop.install(),
    done: ready,
  },
  {
    name: 'upgrade',
    async run({ shop }) {
      await shop.install();
      await shop.reach('Ready', 'True');
      await shop.install({ appModelVersion: '2.0' });
    },
    done: ready,
  },
  {
    // In the middle of the rollout, before any component is ready.
    name: 'haste',
    async run({ shop }) {
      await shop.install();
      await shop.begun();
      await shop.install({ appModelVersion: '2.0' });
    },
    done: ready,
  },
  {
    name: 'overrides',
    async run({ shop }) {
      await shop.install({ overrides: OVERRIDES.before });
      await shop.reach('Ready', 'True');
      await shop.install({ overrides: OVERRIDES.after });
      await shop.reach('Ready', 'True');
      await shop.install();
    },
    done: ready,
  },
  {
    // The objects of the version before are all there again, and no others, before the next upgrade begins.
    name: 'rollback',
    async run({ shop }) {
      const onFailure = 'rollback';
      await shop.install();
      await shop.reach('Ready', 'True');
      const made = await shop.made();
      const upgrade = { timeout: '4s', onFailure } as const;
      await shop.install({ appModelVersion: '1.1', upgrade, grants: NEVER_READY });
      await shop.reach('Stalled', 'True', 'RolledBack');
      await shop.back(made);
      await shop.install({ appModelVersion: '2.0', upgrade: { timeout: '10m', onFailure } });
    },
    done: ready,
  },
  {
    // The second version has other addresses, another port and one Service less.
    name: 'thirdparty',
    async run({ shop }) {
      await shop.install({ appModelId: 'thirdparty' });
      await shop.reach('Ready', 'True');
      await shop.install({ appModelId: 'thirdparty', appModelVersion: '2.0' });
    },
    done: ready,
  },
  {
    name: 'uninstall',
    async run({ shop }) {
      await shop.install();
      await shop.reach('Ready', 'True');
      await shop.remove();
    },
    done: isRemoved,
  },
  {
    // In the middle of the rollout.
    name: 'abandon',
    async run({ shop }) {
      await shop.install();
      await shop.begun();
      await shop.remove();
    },
    done: isRemoved,
  },
  {
    name: 'reinstall',
    async run({ shop }) {
      await shop.install();
      await shop.reach('Ready', 'True');
      await shop.remove();
      await shop.removed();
      await shop.install();
    },
    done: ready,
  },
  {
    name: 'redeploy',
    async run({ shop }) {
      await shop.install();
      await shop.reach('Ready', 'True');
      await shop.install({ deploy: false });
      await shop.reach('Ready', 'True');
      await shop.install();
    },
    done: ready,
  },
  {
    // Among others who write to the same objects.
    name: 'company',
    async run(team) {
      await settle(team);
      for (const act of QUICK_ACTS) {
        await act.run(team.neighbour(act.manager), team);
        await team.shop.reach('Ready', 'True');
      }
      await upgrade(team);
    },
    done: (team) => ready(team) && QUICK_ACTS.every((act) => fallen(act, team.view).length === 0),
  },
  {
    name: 'storefails',
    async run({ shop }) {
      shop.fail({ type: 'status', status: 500 });
      await shop.install();
      await shop.reach('TemplateResolved', 'False', 'StoreFailed');
      await shop.close();
      await shop.reach('TemplateResolved', 'False', 'StoreUnreachable');
      await shop.open();
    },
    done: ready,
  },
  {
    name: 'storechanges',
    async run({ shop }) {
      shop.fail({ type: 'changed' });
      await shop.install();
    },
    done: ready,
    // If the first fetch fails, the second model is an equally good end.
    async orElse({ shop }) {
      shop.fail({ type: 'changed' });
      await shop.visit('1.0');
      await shop.install();
    },
  },
];

function isRemoved({ view }: Team): boolean {
  // The generated values stay with the volumes.
  const left = installObjects(view).filter(
    ({ kind, metadata }) =>
      kind !== CLAIMS.kind && metadata.annotations?.[ANNOTATIONS.valuesLeft] === undefined,
  );
  return view.installs.size === 0 && view.rules.size === 0 && left.length === 0;
}
