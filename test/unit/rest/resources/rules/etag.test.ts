import { describe, expect, it } from 'vitest';
import { etagOf, requireMatch } from '../../../../../src/rest/resources/rules/onerule.ts';
import type { RecordSource } from '../../../../../src/rest/resources/rules/record.ts';
import { openServiceOf, ruleOf, serviceOf } from '../../../../support/rules.ts';

const rule = ruleOf();
const source: RecordSource = {
  region: 'local',
  teamId: 'shop',
  rules: [rule],
  services: [serviceOf('web', [{ port: 8080 }])],
  workloads: [],
};
const etag = etagOf(rule, source);

describe('the entity tag', () => {
  it('stays with a new status and other metadata', () => {
    const later = {
      ...ruleOf({}, { resourceVersion: '9', labels: { a: 'b' } }),
      status: { observedGeneration: 1 },
    };
    expect(etagOf(later, { ...source, rules: [later] })).toBe(etag);
  });

  it.each([
    ['after an edit', ruleOf({}, { generation: 2 }), source],
    ['of another rule that says the same', ruleOf({}, { uid: 'uid-2' }), source],
    ['when its record is another', rule, { ...source, services: [openServiceOf('web')] }],
  ])('is another one %s', (_, later, from) => {
    expect(etagOf(later, { ...from, rules: [later] })).not.toBe(etag);
  });
});

describe('If-Match', () => {
  it.each([undefined, '*', ' * ', etag, `"a", ${etag}`, `"a,b",${etag},W/"c"`])(
    'of %s lets through',
    (header) => {
      expect(() => requireMatch(header, etag)).not.toThrow();
    },
  );

  it.each(['', '"a"', `W/${etag}`, etag.slice(1, -1), `"a"${etag.slice(1)}`])('of %s does not', (header) => {
    expect(() => requireMatch(header, etag)).toThrow(
      expect.objectContaining({ problem: 'preconditionFailed' }),
    );
  });
});
