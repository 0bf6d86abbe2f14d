import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { toldError, toldErrors } from '../../../src/install/untold.ts';
import { type Failure, KubeError } from '../../../src/kube/error.ts';

const LEAK = 'SUP3RS3CRET';
const CAUSE = { field: `data.${LEAK}`, message: `Invalid value: "${LEAK}"`, manager: LEAK };

const QUOTING: readonly Failure[] = [
  { type: 'invalid', causes: [CAUSE] },
  { type: 'field-conflict', causes: [CAUSE] },
  { type: 'refused', status: 413 },
  { type: 'forbidden' },
  { type: 'ambiguous' },
  { type: 'already-exists' },
];

describe('an error of the API server on an object', () => {
  it.each(QUOTING)('keeps its kind alone where values came from Secrets: %o', (failure) => {
    const error = new KubeError(failure, `ConfigMap is invalid: ${LEAK}`, { cause: new Error(LEAK) });
    const told = toldError({ fromSecrets: true }, error);
    expect(told.failure.type).toBe(failure.type);
    // The log has all of an error.
    expect(inspect(told, { depth: 9 }).replaceAll(/ at .*/g, '')).not.toContain(LEAK);
    expect(toldError({ fromSecrets: false }, error)).toBe(error);
  });

  it('stays as it is where it says nothing of an object', () => {
    const denied = { user: 'a', verb: 'get', resource: 'pods', group: '' };
    for (const failure of [
      { type: 'forbidden', denied },
      { type: 'unreachable' },
      { type: 'conflict' },
    ] as const) {
      const error = new KubeError(failure, 'no');
      expect(toldError({ fromSecrets: true }, error)).toBe(error);
    }
  });

  it('is told so wherever it is thrown', async () => {
    const error = new KubeError({ type: 'refused', status: 500 }, LEAK);
    const work = () => Promise.reject(error);
    await expect(toldErrors({ fromSecrets: true }, work)).rejects.toThrow('is not shown');
    await expect(toldErrors({ fromSecrets: false }, work)).rejects.toBe(error);
    await expect(toldErrors({ fromSecrets: true }, async () => 1)).resolves.toBe(1);
  });
});
