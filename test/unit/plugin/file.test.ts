import { describe, expect, it } from 'vitest';
import { objectsIn } from '../../../src/plugin/file.ts';

const RULE = `
apiVersion: stoa.dev/v1alpha1
kind: GatewayRule
metadata: {name: web, namespace: shop, labels: {a: b}, uid: u, resourceVersion: "7", managedFields: []}
spec: {appId: 1}
status: {name: x}
`;

const APPLICATION =
  '{"apiVersion": "stoa.dev/v1alpha1", "kind": "Application", "metadata": {"name": "app"}, "spec": {"id": 1}}';

/** `<kind> <namespace>/<name>` of the objects of a file. */
function inShort(text: string, wanted?: string): string[] {
  return objectsIn(text, 'default', wanted).map(
    ({ resource, draft: { metadata } }) => `${resource.kind} ${metadata.namespace}/${metadata.name}`,
  );
}

/** Line that stands for ten times the line before. */
function repeated(name: string, index: number): string {
  return `${name}: &${name} [${`*${'abcd'[index]},`.repeat(10)}]`;
}

describe('the objects of a file', () => {
  it.each([
    ['one document', RULE, ['GatewayRule shop/web']],
    ['JSON', APPLICATION, ['Application default/app']],
    [
      'several documents, some empty',
      `---\n${RULE}---\n---\n${APPLICATION}\n---\n`,
      ['GatewayRule shop/web', 'Application default/app'],
    ],
    [
      'a List',
      `{"apiVersion": "v1", "kind": "List", "items": [${APPLICATION}]}`,
      ['Application default/app'],
    ],
  ])('are read from %s', (_, text, expected) => {
    expect(inShort(text)).toEqual(expected);
  });

  it('have nothing that the API server adds', () => {
    expect(objectsIn(RULE, 'default', 'shop').map(({ draft }) => draft)).toEqual([
      {
        apiVersion: 'stoa.dev/v1alpha1',
        kind: 'GatewayRule',
        metadata: { name: 'web', namespace: 'shop', labels: { a: 'b' }, annotations: {} },
        spec: { appId: 1 },
      },
    ]);
  });

  it.each([
    ['of a name that leads elsewhere', RULE.replace('web', '..'), '".." is no name of an object'],
    ['of a namespace that leads elsewhere', RULE.replace('shop', '../x'), '"../x" is no name of a namespace'],
    [
      'of another kind',
      'apiVersion: v1\nkind: Secret\nmetadata: {name: a}',
      'this command takes Application, GatewayRule, MarketInstall',
    ],
    ['of another version', RULE.replace('v1alpha1', 'v9'), 'this command takes'],
    ['of another group', RULE.replace('stoa.dev', 'other.dev'), 'this command takes'],
    ['without a name', RULE.replace('name: web,', ''), 'no metadata.name'],
    ['whose name is a number', RULE.replace('name: web', 'name: 7'), 'no metadata.name'],
    ['in another namespace', RULE, 'GatewayRule web is in the namespace shop, not in team'],
    ['that is a text', 'hello', 'this command takes'],
    ['that is not there', '# nothing\n---\n', 'the file has no objects'],
    ['that is no YAML', 'a: [', 'the file cannot be read: it is not valid YAML in line 1'],
    [
      'that is a bomb',
      ['a: &a [x,x,x,x,x,x,x,x,x,x]', ...[...'bcde'].map(repeated)].join('\n'),
      'aliases repeat more than',
    ],
  ])('are refused for one %s', (_, text, message) => {
    expect(() => objectsIn(text, 'default', 'team')).toThrow(message);
  });
});
