import type { ObjectDraft } from '../../src/kube/object.ts';
import { HTTP_ROUTES } from '../../src/objects/httproute.ts';
import { GATEWAY_RULE_TYPE, GATEWAY_RULES, type GatewayRule } from '../../src/objects/stoa.ts';
import type { BenchCluster } from './benchcluster.ts';
import { type Account, OperatorProcess } from './child.ts';

/** A name that occurs nowhere else. */
const NAME = 'zxsamplexz';

/** The operator's objects for one rule, as a template for raw clients. */
export interface Sample {
  readonly route: (rule: GatewayRule) => ObjectDraft;
  readonly status: (rule: GatewayRule) => ObjectDraft;
}

/** Lets an operator reconcile one rule, and returns the objects that it wrote. No other operator may run. */
export async function takeSample(world: BenchCluster, account: Account): Promise<Sample> {
  const operator = new OperatorProcess(account);
  await operator.quiet();
  const { metadata } = await world.rule(NAME);
  await world.stand([NAME]);
  await operator.quiet();
  const { status } = await world.client.get(GATEWAY_RULES, metadata);
  const stored = world.routes.store.list().find(({ spec }) => spec.hostnames[0]?.startsWith(NAME));
  if (status === undefined || stored === undefined) {
    throw new Error('the operator has not reconciled the rule');
  }
  const { labels, annotations, ownerReferences, name, namespace } = stored.metadata;
  const described = { name: `${NAME}-${name}`, namespace, labels, annotations, ownerReferences };
  const route = { ...HTTP_ROUTE, metadata: described, spec: stored.spec };
  await world.remove([await world.client.get(GATEWAY_RULES, metadata)]);
  await operator.end('SIGTERM');
  const { uid } = metadata;
  return {
    route: (rule) => copyFor(rule, uid, route),
    status: (rule) => {
      const own = { name: NAME, namespace: metadata.namespace, uid };
      return copyFor(rule, uid, { ...GATEWAY_RULE_TYPE, metadata: own, status });
    },
  };
}

const HTTP_ROUTE = { apiVersion: 'gateway.networking.k8s.io/v1', kind: HTTP_ROUTES.kind };

/** Copy of a draft for another rule: its name and uid replace those of the sample. */
function copyFor({ metadata }: GatewayRule, uid: string, draft: object): ObjectDraft {
  const text = JSON.stringify(draft).replaceAll(NAME, metadata.name).replaceAll(uid, metadata.uid);
  return JSON.parse(text) as ObjectDraft;
}
