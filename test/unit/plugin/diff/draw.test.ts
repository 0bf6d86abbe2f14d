import { expect, it } from 'vitest';
import type { InstallPreview } from '../../../../src/api/marketinstall.ts';
import { drawChanges, drawObject, notesOnRule } from '../../../../src/plugin/diff/draw.ts';
import { ruleOf } from '../../../support/rules.ts';
import { entryOf } from '../../match/scene.ts';
import { expectGolden } from '../support.ts';

/** Rule of a route of somebody else, which may be named as its owner likes. */
const SHADOW = entryOf('other');

const REDIRECT = { ruleExtensions: [{ key: 'httptohttps', value: 'true' }] };

it('a rule that changes is a unified diff, with notes', () => {
  const rehearsed = { before: ruleOf({ theWeight: 10 }), after: ruleOf({ theWeight: 20, ...REDIRECT }) };
  expectGolden('diff', [...drawObject(rehearsed), ...notesOnRule(rehearsed.after, SHADOW)]);
});

it.each([
  ['a new object', undefined, ['--- /dev/null', '+++ b/GatewayRule/team/rule']],
  [
    'one that changes',
    ruleOf({ theWeight: 1 }),
    ['--- a/GatewayRule/team/rule', '+++ b/GatewayRule/team/rule'],
  ],
  ['one that stays', ruleOf({}, { resourceVersion: '0', generation: 9 }), []],
])('has the head of %s', (_, before, head) => {
  expect(drawObject({ before, after: ruleOf() }).slice(0, 2)).toEqual(head);
});

it('says that an object is too large for its diff', () => {
  const texts = Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [`h${index}`, 'x'.repeat(9_000)]),
  );
  expect(drawObject({ before: undefined, after: ruleOf({ domainHeader: texts }) })).toEqual([
    '--- /dev/null',
    '+++ b/GatewayRule/team/rule',
    '# there is no room for the diff',
  ]);
});

const HEAD = { requested: 'now', version: '2' };
const COUNTS = { create: 0, change: 0, recreate: 0, delete: 0, unchanged: 3 };

it.each<[string, Partial<InstallPreview>, readonly string[]]>([
  ['nothing', { counts: COUNTS }, []],
  [
    'a deletion',
    {
      counts: { ...COUNTS, delete: 1 },
      objects: [{ action: 'delete', group: 'apps', kind: 'Deployment', name: 'old' }],
    },
    ['--- a/Deployment/team/old', '+++ /dev/null'],
  ],
  [
    'a change without room',
    {
      counts: { ...COUNTS, change: 1 },
      objects: [{ action: 'change', group: '', kind: 'Secret', name: 'a' }],
    },
    ['--- a/Secret/team/a', '+++ b/Secret/team/a', '# there is no room for the diff'],
  ],
  [
    'a new object and more',
    {
      counts: { ...COUNTS, create: 3 },
      objects: [
        { action: 'create', group: '', kind: 'Service', name: 'a', diff: '@@ -0,0 +1,1 @@\n+kind: Service' },
      ],
    },
    ['--- /dev/null', '+++ b/Service/team/a', '@@ -0,0 +1,1 @@', '+kind: Service', '# and 2 more objects'],
  ],
  [
    'problems and losses, without control characters',
    { problems: ['no\u001bname'], notApplied: [{ path: 'apps[0]', why: 'why' }] },
    ['# it could not be applied now: no name', '# without effect here: apps[0]: why'],
  ],
])('draws of the preview of an install %s', (_, preview, expected) => {
  expect(drawChanges('team', { ...HEAD, ...preview })).toEqual(expected);
});
