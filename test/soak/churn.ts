import { setTimeout as sleep } from 'node:timers/promises';
import type { Resource } from '../../src/kube/resource.ts';
import { CLAIMS, CONFIG_MAPS, SECRETS, SERVICES } from '../../src/objects/core.ts';
import { HTTP_ROUTES } from '../../src/objects/httproute.ts';
import { GATEWAY_RULES, MARKET_INSTALLS } from '../../src/objects/stoa.ts';
import { DEPLOYMENTS } from '../../src/objects/workload.ts';
import { names } from '../bench/benchcluster.ts';
import type { Installs } from '../bench/installs.ts';
import type { Stage } from '../bench/stage.ts';

/** Rules and installs of a round. */
const RULES = 100;
const INSTALLS = 3;

/** Kinds of which rules and installs leave no object behind. */
const KINDS: readonly Resource[] = [
  ...[GATEWAY_RULES, MARKET_INSTALLS, HTTP_ROUTES, SERVICES, SECRETS, CONFIG_MAPS, CLAIMS, DEPLOYMENTS],
  { ...DEPLOYMENTS, kind: 'ReplicaSet', plural: 'replicasets' },
];

/** Source of the churn of rules and installs, and concurrent events. */
export interface Churn {
  readonly stage: Stage;
  readonly installs: Installs;
}

/**
 * One round: creates rules and installs, edits the rules, deletes everything. `meanwhile` starts when everything is
 * requested and the operator is busy; resolves when nothing is left.
 */
export async function round(
  { stage: { world }, installs }: Churn,
  count: number,
  meanwhile: () => Promise<void>,
): Promise<void> {
  const hosts = names(`soak-${count}`, RULES);
  const apps = names(`soak-${count}`, INSTALLS);
  await world.rules(hosts);
  await installs.request(apps);
  await meanwhile();
  await Promise.all([world.stand(hosts), installs.applied(apps)]);
  const edited = await world.rules(hosts, { theWeight: 7 });
  await world.remove(edited);
  await installs.remove(apps);
}

/** All objects of these kinds in the team's namespace, as `kind/name`. */
export async function stock({ stage: { world } }: Churn): Promise<readonly string[]> {
  const lists = KINDS.map(async (resource) => {
    const found = await world.client.listMetadata(resource, { namespace: world.namespace });
    return found.map(({ metadata }) => `${resource.kind}/${metadata.name}`);
  });
  return (await Promise.all(lists)).flat().toSorted();
}

/** Waits until the stock is the same as before; returns the additional objects after `limitMs`. */
export async function surplus(
  churn: Churn,
  before: readonly string[],
  limitMs: number,
): Promise<readonly string[]> {
  const until = performance.now() + limitMs;
  for (;;) {
    const left = (await stock(churn)).filter((each) => !before.includes(each));
    if (left.length === 0 || performance.now() > until) {
      return left;
    }
    await sleep(500);
  }
}
