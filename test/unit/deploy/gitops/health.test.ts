import { describe, expect, it } from 'vitest';
import { argoHealth, fluxHealth } from '../../../support/health.ts';
import { type HealthCase, healthCases } from '../../../support/healthgolden.ts';

const cases = healthCases();

function isSuspended({ object }: HealthCase): boolean {
  return (object.spec as { readonly suspend?: boolean }).suspend === true;
}

it('knows each kind as healthy, as under way and as failed', () => {
  const known = new Set(cases.map(({ object, argocd }) => `${object.kind} ${argocd}`));
  for (const kind of ['GatewayRule', 'MarketInstall', 'Application']) {
    for (const status of ['Healthy', 'Progressing', 'Degraded']) {
      expect(known).toContain(`${kind} ${status}`);
    }
  }
});

describe.each(cases)('$name', (one) => {
  it('is what Argo CD is to take it for, in words', async () => {
    const { status, message } = await argoHealth(one.object);
    expect(status).toBe(one.argocd);
    expect(message).not.toBe('');
  });

  it('is what Flux is to take it for', () => {
    expect(fluxHealth(one.object)).toBe(one.flux);
  });
});

describe.each(cases.filter((each) => !isSuspended(each)))('$name, of which the operator', (one) => {
  it.each([
    ['has not seen the last edit', { metadata: { ...one.object.metadata, generation: 99 } }],
    ['has said nothing yet', { status: undefined }],
    [
      'has said nothing but a generation',
      { status: { observedGeneration: one.object.metadata.generation ?? 1 } },
    ],
  ])('%s is under way', async (_, some) => {
    const { status, ...rest } = { ...one.object, ...some };
    const object = status === undefined ? rest : { ...rest, status };
    expect((await argoHealth(object)).status).toBe('Progressing');
    expect(fluxHealth(object)).toBe('InProgress');
  });
});
