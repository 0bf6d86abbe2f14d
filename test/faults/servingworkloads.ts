import type { HttpRule } from '../../src/api/gatewayrule.ts';
import type { Workload } from './workload.ts';

/** Fields of a rule by which the gateway itself answers, with a redirect that tells which version it serves. */
function redirectTo(host: string): Partial<HttpRule> {
  return { policy: { redirect: { host } } };
}

/** Rules whose routes the engine cannot report on. */
const UNREPORTED = ['a', 'b', 'c', 'd'];

/** Workloads in which the gateway is not what its engine reports. */
export const SERVING_WORKLOADS: readonly Omit<Workload, 'about'>[] = [
  {
    // No version that is written while the gateway is stopped may be called ready, and what was ready does not stay so.
    name: 'frozen',
    async run(team) {
      const { dataPlane, host } = team;
      await team.rule('edited', redirectTo('before.example.net'));
      await team.rule('kept', { domainPath: '/kept', ...redirectTo('kept.example.net') });
      await team.reach('edited', 'Ready', 'True');
      await dataPlane.expectRedirect(host, '/', 'before.example.net');
      await team.reach('kept', 'Ready', 'True');
      await dataPlane.whileStopped(async () => {
        await team.rule('edited', redirectTo('after.example.net'));
        await team.rule('new', { domainPath: '/new', ...redirectTo('new.example.net') });
        for (const name of ['edited', 'new']) {
          await team.reach(name, 'Programmed', 'True');
          await team.reach(name, 'Serving', 'False');
        }
        await team.reach('kept', 'Ready', 'False');
      });
      await team.reach('edited', 'Ready', 'True');
      await dataPlane.expectRedirect(host, '/', 'after.example.net');
      await team.reach('new', 'Ready', 'True');
      await dataPlane.expectRedirect(host, '/new', 'new.example.net');
    },
    done: (team) => ['kept', 'edited', 'new'].every((name) => team.has(name, 'Ready', 'True')),
  },
  {
    // Each rule is called served when it is, although its engine does not say so, and ready when it does.
    name: 'unreported',
    async run(team) {
      const { dataPlane, host } = team;
      await team.rule('before', redirectTo('before.example.net'));
      await team.reach('before', 'Ready', 'True');
      await dataPlane.whileUnreported(async () => {
        for (const name of UNREPORTED) {
          await team.rule(name, { domainPath: `/${name}`, ...redirectTo(`${name}.example.net`) });
        }
        for (const name of UNREPORTED) {
          await team.reach(name, 'Serving', 'True');
          await dataPlane.expectRedirect(host, `/${name}`, `${name}.example.net`);
          await team.reach(name, 'Programmed', 'False');
          await team.reach(name, 'Ready', 'False');
        }
      });
    },
    done: (team) => ['before', ...UNREPORTED].every((name) => team.has(name, 'Ready', 'True')),
  },
];
