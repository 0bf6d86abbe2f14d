import type { ObjectDraft } from '../../../src/kube/object.ts';
import { HTTP_ROUTES } from '../../../src/objects/gatewayapi.ts';
import { GATEWAY_RULE_TYPE, GATEWAY_RULES, type GatewayRule } from '../../../src/objects/stoa.ts';
import { type Account, OperatorProcess } from '../child.ts';
import { median, type Row, repeated, spread } from '../row.ts';
import { inParallel, names, type World } from '../world.ts';

const COUNT = 1000;

/** What the operator does for a new rule until its route stands: one route and one status. */
const WRITES_PER_RULE = 3;

/** A route such as the operator makes for a rule. */
export function routeDraft({ metadata: { name, namespace, uid }, spec: { http } }: GatewayRule): ObjectDraft {
  return {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'HTTPRoute',
    metadata: {
      name: `${name}-0123456789abcdef`,
      ...(namespace === undefined ? {} : { namespace }),
      labels: { 'app.kubernetes.io/managed-by': 'stoa', 'stoa.dev/route': name },
      ownerReferences: [{ ...GATEWAY_RULE_TYPE, name, uid }],
    },
    spec: {
      parentRefs: [{ namespace: 'default', name: 'bench', sectionName: 'http' }],
      hostnames: [http?.domainName],
      rules: [
        {
          matches: [{ path: { type: 'PathPrefix', value: '/' } }],
          backendRefs: [{ name: 'web', port: 8080, weight: 100 }],
        },
      ],
    },
  };
}

/**
 * Writes per second of a raw client that does what a rule costs without the operator: the rule, its route
 * and its status. No operator may run.
 */
async function rawRate(world: World, prefix: string): Promise<number> {
  const began = performance.now();
  const rules = await inParallel(names(prefix, COUNT), async (name) => {
    const rule = await world.rule(name);
    await world.client.apply(HTTP_ROUTES, routeDraft(rule), 'raw');
    const { namespace = '', uid } = rule.metadata;
    const draft = {
      ...GATEWAY_RULE_TYPE,
      metadata: { name, namespace, uid },
      status: { observedGeneration: 1 },
    };
    return world.client.apply(GATEWAY_RULES, draft, 'raw', { subresource: 'status' });
  });
  const rate = (COUNT * WRITES_PER_RULE) / ((performance.now() - began) / 1000);
  await world.remove(rules);
  return rate;
}

/** A thousand rules at once, until every route stands, each time beside what a raw client can do. */
export async function bulk(world: World, account: Account): Promise<Row[]> {
  const rounds = await repeated(async (round) => {
    const raw = await rawRate(world, `raw${round}`);
    const operator = new OperatorProcess(account);
    await operator.quiet();
    const batch = names(`bulk${round}`, COUNT);
    const began = performance.now();
    const rules = await world.rules(batch);
    const rate = COUNT / (((await world.stand(batch)) - began) / 1000);
    await world.remove(rules);
    await operator.end('SIGTERM');
    return { raw, rate };
  });
  const rates = rounds.map(({ rate }) => rate);
  const raws = rounds.map(({ raw }) => raw);
  const shares = rounds.map(({ raw, rate }) => (100 * rate * WRITES_PER_RULE) / raw);
  return [
    {
      figure: `${COUNT} rules at once until all routes stand`,
      measured: spread(rates, 'rules/s'),
      bar: '≥ 90 rules/s where the raw rate is 300 writes/s',
      met: median(rates) >= (90 * median(raws)) / 300,
    },
    {
      figure: 'the same, as a share of what the raw client’s writes allow',
      measured: `${spread(shares, '%')}, raw ${spread(raws, 'writes/s')}`,
      bar: '≥ 85 %',
      met: median(shares) >= 85,
    },
  ];
}
