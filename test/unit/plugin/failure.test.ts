import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KubeError } from '../../../src/kube/error.ts';
import { inOneLine } from '../../../src/plugin/failure.ts';
import { ACTING } from './support.ts';
import { anyText } from './text/arbitrary.ts';

describe('an error', () => {
  it('is one line, which says the way out', () => {
    expect(inOneLine(new Error('no\n file'))).toBe('no  file');
    expect(inOneLine(new KubeError({ type: 'unauthorized' }, 'who?'))).toBe(
      'the cluster does not know who you are (who?): check the user of your kubeconfig',
    );
  });

  it('has no character that a terminal acts on, whatever the API server says', () => {
    const types = fc.constantFrom('unauthorized', 'unreachable', 'ambiguous', 'forbidden', 'not-found');
    fc.assert(
      fc.property(anyText, types, (message, type) => {
        expect(inOneLine(new KubeError({ type }, message))).not.toMatch(ACTING);
        expect(inOneLine(message)).not.toMatch(ACTING);
      }),
    );
  });
});
