import { renderRoute } from '../../../src/gateway/route.ts';
import { parseRule } from '../../../src/gateway/rule.ts';
import { HTTP_ROUTES } from '../../../src/objects/gatewayapi.ts';
import { GATEWAY_RULE_TYPE, GATEWAY_RULES } from '../../../src/objects/stoa.ts';
import { median, type Row, repeated, spread } from '../row.ts';
import { inParallel, names, type World } from '../world.ts';

const COUNT = 1000;

/** What the operator does for a new rule until its route stands: one route and one status. */
const WRITES_PER_RULE = 3;

/**
 * Writes per second of a raw client that does what a rule costs without the operator: the rule, its route
 * and its status. No operator may run.
 */
export async function rawRate(world: World): Promise<number> {
  const began = performance.now();
  const rules = await inParallel(names('raw', COUNT), async (name) => {
    const rule = await world.rule(name);
    const parsed = parseRule(rule);
    if (parsed.type === 'refused') {
      throw new Error(parsed.message);
    }
    const member = { object: rule, rule: parsed.rule, service: 'web', port: 8080 };
    await world.client.apply(
      HTTP_ROUTES,
      renderRoute({ namespace: 'default', name: 'bench' }, [member]),
      'raw',
    );
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

/** A thousand rules at once, until every route stands. */
export async function bulk(world: World, rate: number): Promise<Row[]> {
  const rates = await repeated(async (round) => {
    const batch = names(`bulk${round}`, COUNT);
    world.forget();
    const began = performance.now();
    const rules = await world.rules(batch);
    await world.until(() => batch.every((name) => world.seen(name) !== undefined));
    const rate = COUNT / ((performance.now() - began) / 1000);
    await world.remove(rules);
    return rate;
  });
  const allowed = rate / WRITES_PER_RULE;
  const shares = rates.map((each) => (100 * each) / allowed);
  return [
    {
      figure: `${COUNT} rules at once until all routes stand`,
      measured: spread(rates, 'rules/s'),
      bar: '≥ 90 rules/s where the raw rate is 300 writes/s',
      met: median(rates) >= (90 * rate) / 300,
    },
    {
      figure: `the same, as a share of what ${rate.toFixed(0)} raw writes/s allow`,
      measured: spread(shares, '%'),
      bar: '≥ 85 %',
      met: median(shares) >= 85,
    },
  ];
}
