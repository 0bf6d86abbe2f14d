import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../../../src/engines/index.ts';
import { probeHash, questionsOf, withProbe } from '../../../../src/gateway/probe/rule.ts';
import { gatewayView } from '../../../../src/gateway/sources.ts';
import type { HttpRoute } from '../../../../src/objects/httproute.ts';
import { branchOf, groupOf } from '../../../support/groups.ts';
import { probedWorld } from '../../../support/probe.ts';

const cart = { service: 'cart', port: 8080, weight: 1 };
const branches = [
  branchOf({ grpc: { service: 'shop.v1.Cart' }, backends: [cart, { ...cart, service: 'next', weight: 0 }] }),
  branchOf({ grpc: {}, backends: [{ ...cart, service: 'rest' }, cart] }),
];

describe.each(ENGINES)('the rules by which $name asks components for calls', (dialect) => {
  const view = { ...gatewayView(probedWorld().from), dialect };
  const probed = (from = branches) =>
    withProbe(dialect.render(groupOf({ branches: from })).objects[0], view, []);
  const stored = (from = branches) => probed(from).draft as unknown as HttpRoute;

  it('ask each backend that gets calls, once', () => {
    const questions = questionsOf(stored(), view);
    expect(questions.map(({ backend }) => backend)).toEqual(['cart:8080', 'rest:8080']);
    const hash = probeHash(stored().spec);
    expect(questions.map(({ path }) => path)).toEqual(
      [0, 1].map((each) => `/stoa.dev.Probe/V${hash}_${each}`),
    );
    expect(new Set(questions.map(({ key }) => key)).size).toBe(1);
  });

  it('are others for another version', () => {
    const [first] = branches;
    expect(probeHash(stored().spec)).not.toBe(probeHash(stored(first && [first]).spec));
  });

  it('are none where there is no room for all', () => {
    const many = Array.from({ length: 15 }, (_, index) =>
      branchOf({ grpc: { service: `s${index}` }, backends: [{ ...cart, service: `s${index}` }] }),
    );
    expect(probeHash(stored(many).spec)).toBeUndefined();
    expect(questionsOf(stored(many), view)).toEqual([]);
  });
});
