import { CHART_WORKLOADS } from './chartworkloads.ts';
import { INSTALL_WORKLOADS } from './installworkloads.ts';
import { SERVING_WORKLOADS } from './servingworkloads.ts';
import type { Workload } from './workload.ts';

const RULE_WORKLOADS: readonly Omit<Workload, 'about'>[] = [
  {
    name: 'create',
    run: (team) => team.rule('r'),
    done: (team) => team.has('r', 'Ready', 'True') && team.view.routes.size === 1,
  },
  {
    name: 'edit',
    async run(team) {
      await team.rule('r');
      await team.reach('r', 'Ready', 'True');
      await team.rule('r', { domainPath: '/moved', serviceId: 'other' });
    },
    done: (team) => team.has('r', 'Ready', 'True') && team.view.routes.size === 1,
  },
  {
    // Both edits keep host and path: whether the operator observes the first one depends on timing.
    name: 'edits',
    async run(team) {
      await team.rule('r');
      await team.reach('r', 'Ready', 'True');
      await team.rule('r', { serviceId: 'other' });
      await team.rule('r', { serviceId: 'other', theWeight: 7 });
    },
    done: (team) => team.has('r', 'Ready', 'True') && team.view.routes.size === 1,
  },
  {
    name: 'pair',
    async run(team) {
      await team.rule('first');
      await team.rule('second', { serviceId: 'other', theWeight: 7 });
    },
    done: (team) =>
      team.has('first', 'Ready', 'True') &&
      team.has('second', 'Ready', 'True') &&
      [...team.view.routes.values()].some(({ metadata }) => metadata.ownerReferences?.length === 2),
  },
  {
    name: 'delete',
    async run(team) {
      await team.rule('r');
      await team.reach('r', 'Ready', 'True');
      await team.removeRule('r');
    },
    done: ({ view }) => view.rules.size === 0 && view.routes.size === 0,
  },
  {
    name: 'recreate',
    async run(team) {
      await team.rule('r');
      await team.reach('r', 'Ready', 'True');
      await team.removeRule('r');
      await team.rule('r');
    },
    done: (team) => {
      const uid = team.view.rules.get('r')?.metadata.uid;
      const owners = [...team.view.routes.values()].flatMap(({ metadata }) => metadata.ownerReferences ?? []);
      const owned = owners.length === 1 && owners[0]?.uid === uid;
      return uid !== undefined && !team.deleted.has(uid) && owned && team.has('r', 'Ready', 'True');
    },
  },
  {
    name: 'vanish',
    async run(team) {
      await team.rule('r');
      await team.reach('r', 'Ready', 'True');
      await team.removeComponent('web');
      await team.reach('r', 'ResolvedRefs', 'False');
      await team.component('web');
    },
    done: (team) => team.has('r', 'Ready', 'True') && team.view.routes.size === 1,
  },
  {
    name: 'mistake',
    async run(team) {
      await team.tcpRule('r', { endPoint: { ip: '0.0.0.0', port: team.foreignPort } });
      await team.reach('r', 'Accepted', 'False');
      await team.tcpRule('r');
    },
    done: (team) => team.has('r', 'Ready', 'True'),
  },
  {
    name: 'canary',
    async run(team) {
      await team.rule('old');
      await team.reach('old', 'Ready', 'True');
      await team.rule('new', { serviceId: 'other', theWeight: 10 });
      await team.reach('new', 'Ready', 'True');
      await team.rule('new', { serviceId: 'other', theWeight: 100 });
      await team.rule('old', { theWeight: 0 });
    },
    done: (team) =>
      team.has('old', 'Ready', 'True') &&
      team.has('new', 'Ready', 'True') &&
      team.weights().toString() === '0,100',
  },
  {
    name: 'takeover',
    async run(team) {
      await team.rule('winner');
      await team.reach('winner', 'Ready', 'True');
      await team.settleAge('winner');
      await team.rule('loser');
      await team.reach('loser', 'Accepted', 'False');
      await team.removeRule('winner');
    },
    done: (team) => team.view.rules.size === 1 && team.has('loser', 'Ready', 'True'),
  },
  {
    name: 'rotation',
    async run(team) {
      await team.certificate(1);
      await team.rule('r', { certificateId: 1 });
      await team.reach('r', 'Ready', 'True');
      await team.removeCertificate(1);
      await team.reach('r', 'ResolvedRefs', 'False');
      await team.certificate(1);
    },
    done: (team) => team.has('r', 'Ready', 'True') && team.view.routes.size === 1,
  },
  {
    name: 'clash',
    async run(team) {
      await team.tcpRule('winner');
      await team.reach('winner', 'Ready', 'True');
      await team.settleAge('winner');
      await team.tcpRule('loser', { serviceId: 'other' });
      await team.reach('loser', 'Accepted', 'False');
      await team.removeRule('winner');
    },
    done: (team) => team.view.rules.size === 1 && team.has('loser', 'Ready', 'True'),
  },
];

/** All workloads of the campaign. */
export const WORKLOADS: readonly Workload[] = [
  ...RULE_WORKLOADS.map((workload) => ({ ...workload, about: 'rules' as const })),
  ...SERVING_WORKLOADS.map((workload) => ({ ...workload, about: 'serving' as const })),
  ...[...INSTALL_WORKLOADS, ...CHART_WORKLOADS].map((workload) => ({
    ...workload,
    about: 'installs' as const,
  })),
];

/** The workload with that name. Throws if there is none. */
export function workloadOf(name: string): Workload {
  const found = WORKLOADS.find((workload) => workload.name === name);
  if (found === undefined) {
    throw new Error(`no workload ${name}; there are ${WORKLOADS.map((one) => one.name).join(', ')}`);
  }
  return found;
}
