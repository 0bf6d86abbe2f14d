import { beforeAll, expect } from 'vitest';
import type { HttpRule } from '../../src/api/gatewayrule.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { GATEWAY_RULE_TYPE, GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { rest, throughGateway } from '../cluster/support/traffic.ts';
import { connect, TESTER } from '../cluster/support/world.ts';
import { eventually } from '../support/eventually.ts';
import { attacks, by } from './support/attack.ts';
import { type Member, newMember } from './support/member.ts';

/** Longer than two scrapes of Prometheus, which a rate needs. */
const SCRAPED_MS = 90_000;

let administrator: KubeClient;
/** Teams whose namespaces and components have the same text in a row: `team-x` `y-web`, and `team-x-y` `web`. */
let victim: Member;
let thief: Member;

beforeAll(async () => {
  administrator = await connect();
  const id = `t${crypto.randomUUID().slice(0, 8)}`;
  [thief, victim] = await Promise.all([
    newMember(administrator, { id }),
    newMember(administrator, { id: `${id}-y` }),
  ]);
  await Promise.all([thief.team.component('y-web'), victim.team.component('web')]);
  await Promise.all([thief.team.rule('rule', { serviceId: 'y-web' }), victim.team.rule('rule')]);
  // These rules use objects of the engine, whose names it makes in another way.
  const ruleExtensions = [{ key: 'lb-type', value: 'cookie-session-affinity' }];
  await Promise.all([
    // The operator asks a component through such an object, too, unless it may be without pods: a request of its would count.
    unasked(thief, { serviceId: 'y-web', domainName: keptHost(thief), ruleExtensions }),
    victim.team.rule('kept', { domainName: keptHost(victim), ruleExtensions }),
  ]);
});

/** Applies a rule named `kept` whose component the operator does not ask. */
async function unasked(
  { team }: Member,
  http: Pick<HttpRule, 'serviceId' | 'domainName' | 'ruleExtensions'>,
) {
  const metadata = { name: 'kept', namespace: team.namespace };
  const spec = { appId: 1, scalesToZero: true, http: { ...http, containerPort: 8080, whetherOpen: true } };
  await administrator.apply(GATEWAY_RULES, { ...GATEWAY_RULE_TYPE, metadata, spec }, TESTER);
}

function keptHost({ team }: Member): string {
  return `kept.${team.host}`;
}

async function answerers(host: string): Promise<readonly (string | undefined)[]> {
  const answers = await Promise.all(Array.from({ length: 20 }, () => throughGateway(host)));
  return [...new Set(answers.map(({ body }) => body.component))];
}

/** Whether Prometheus has requests of a component, as the REST API tells its team. */
async function requestsOf({ team, token }: Member, component: string): Promise<string | undefined> {
  const path = `/teams/${team.id}/regions/local/apps/1/monitor/query?exact=true`;
  const { body } = await rest(path, { method: 'GET', token });
  const found = (body as unknown as readonly Monitored[]).find(({ service_id }) => service_id === component);
  return found?.monitors.find(({ monitor_item }) => monitor_item === 'request')?.status;
}

interface Monitored {
  readonly service_id: string;
  readonly monitors: readonly { readonly monitor_item: string; readonly status: string }[];
}

attacks(
  'Components of the same text in a row are two',
  by('team', 'edit in its own namespace, whose name begins the victim’s', [
    {
      mustNotHappen: 'no request reaches the thief, and no figure of the victim’s',
      does: 'names its component so that its namespace and name read like the victim’s',
      async run() {
        for (const host of [victim.team.host, keptHost(victim)]) {
          await eventually(async () => expect(await answerers(host)).toEqual(['web']));
        }
        await thief.team.condition('rule', 'Ready', 'True');
        await eventually(async () => {
          await answerers(victim.team.host);
          expect(await requestsOf(victim, 'web')).toBe('success');
        }, SCRAPED_MS);
        expect(await requestsOf(thief, 'y-web')).toBe('no-data');
        for (const host of [thief.team.host, keptHost(thief)]) {
          await eventually(async () => expect(await answerers(host)).toEqual(['y-web']));
        }
        for (const host of [victim.team.host, keptHost(victim)]) {
          expect(await answerers(host)).toEqual(['web']);
        }
      },
    },
  ]),
);
