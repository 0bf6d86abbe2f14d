import { expect, it } from 'vitest';
import type { KubeObject } from '../../../../src/kube/object.ts';
import { dryRunRecord, dryRunSchema, type ObjectChange } from '../../../../src/rest/http/dryrun.ts';
import { ruleOf } from '../../../support/rules.ts';

function secret(data: Readonly<Record<string, string>>): KubeObject {
  const { metadata } = ruleOf();
  return { apiVersion: 'v1', kind: 'Secret', metadata: { ...metadata, name: 'key' }, data } as KubeObject;
}

const RULE = ruleOf({ theWeight: 10 });

const LARGE = ruleOf({ domainHeader: { a: 'x'.repeat(9_000) } });

it.each<[string, ObjectChange, readonly (readonly [string, string, string, RegExp])[]]>([
  ['a new object', { after: RULE }, [['create', 'stoa.dev', 'rule', /^@@ -0,0 [^-]*\+kind: GatewayRule/]]],
  ['one that is deleted', { before: RULE }, [['delete', 'stoa.dev', 'rule', /^$/]]],
  [
    'one that changes',
    { before: RULE, after: ruleOf({ theWeight: 20 }, { resourceVersion: '2', generation: 2 }) },
    [['change', 'stoa.dev', 'rule', /-.*theWeight: 10\n\+.*theWeight: 20/]],
  ],
  ['one of which nothing changes', { before: RULE, after: { ...RULE } }, []],
  ['one that is too large', { after: LARGE }, [['create', 'stoa.dev', 'rule', /^$/]]],
  [
    'a Secret without its values',
    { before: secret({ a: 'b2xk', b: 'c2FtZQ==' }), after: secret({ a: 'bmV3', b: 'c2FtZQ==' }) },
    [
      [
        'change',
        '',
        'key',
        /^(?!.*(b2xk|bmV3|c2FtZQ))[\s\S]*- {2}a: \(secret\)\n\+ {2}a: \(secret\), another one/,
      ],
    ],
  ],
])('tells of %s', (_, change, expected) => {
  const record = dryRunRecord({ body: {}, changes: [change] });
  expect(record.objects.map(({ action, group, name }) => [action, group, name])).toEqual(
    expected.map(([action, group, name]) => [action, group, name]),
  );
  for (const [index, [, , , diff]] of expected.entries()) {
    expect(record.objects[index]?.diff).toMatch(diff);
  }
  expect(dryRunSchema.parse(record)).toEqual(record);
});

it('lists the first objects of many, and counts all', () => {
  const record = dryRunRecord({
    body: { a: 1 },
    changes: Array.from({ length: 201 }, () => ({ before: RULE })),
  });
  expect([record.count, record.objects.length, record.answer]).toEqual([201, 200, { a: 1 }]);
});
