import { CLAIMS } from '../../src/objects/core.ts';
import { installObjects } from './endstate.ts';
import type { Team } from './team.ts';
import type { Workload } from './workload.ts';

const ready = ({ shop }: Team) => shop.has('Ready', 'True');

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
  const left = installObjects(view).filter(({ kind }) => kind !== CLAIMS.kind);
  return view.installs.size === 0 && view.rules.size === 0 && left.length === 0;
}
