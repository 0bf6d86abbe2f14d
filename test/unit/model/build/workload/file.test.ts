import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Part } from '../../../../../src/model/build/parts.ts';
import type { Scope } from '../../../../../src/model/build/variables/fill.ts';
import { makeComponent } from '../../../../../src/model/build/workload/component.ts';
import type { ModelComponent } from '../../../../../src/model/read/component.ts';
import type { ConfigFile } from '../../../../../src/model/read/storage.ts';
import { contextOf, partOf, podTemplateOf } from '../../../../support/parts.ts';

/** Values of variables; one that ends in an exclamation mark is a secret. */
function scopeOf(values: Readonly<Record<string, string>>): Scope {
  return new Map(
    Object.entries(values).map(([name, text]) => [name, { text, secret: text.endsWith('!') }] as const),
  );
}

function file(content: string, more: Partial<ConfigFile> = {}): ConfigFile {
  return { path: 'f', name: 'conf', mountPath: '/etc/tea/app.yml', content, mode: 0o640, ...more };
}

/** Component with a file, and envs. */
function owning(content: string, values = {}, more: Partial<ModelComponent> = {}): Part {
  return partOf({ key: 'api', configFiles: [file(content)], ...more }, { scope: scopeOf(values) });
}

/** Component that mounts that file at these paths. */
function mounting(values = {}, paths: readonly string[] = ['/etc/web/app.yml'], key = 'web'): Part {
  const mounts = paths.map((mountPath) => ({ path: 'm', owner: 'api', name: 'conf', mountPath }));
  return partOf({ key, mounts }, { scope: scopeOf(values) });
}

type Made = ReturnType<typeof makeComponent>;

/** Objects of files: kind and texts. */
function textsOf({ objects }: Made) {
  return objects.map(({ draft }) => {
    const data = Object.entries((draft.data ?? {}) as Readonly<Record<string, string>>);
    const decoded = data.map(([key, text]) => [
      key,
      draft.kind === 'Secret' ? Buffer.from(text, 'base64').toString() : text,
    ]);
    return { kind: draft.kind, ...Object.fromEntries(decoded) };
  });
}

function made(...parts: readonly Part[]): readonly Made[] {
  const context = contextOf(parts);
  return parts.map((part) => makeComponent(part, context));
}

describe('a config file', () => {
  it.each<[string, Readonly<Record<string, string>>, string]>([
    [
      `listen \${PORT:80}; proxy_pass http://\${API_HOST}:\${API_PORT}; set $x \${nope};`,
      { PORT: '8080', API_HOST: 'shop-api', API_PORT: '9000' },
      `listen 8080; proxy_pass http://shop-api:9000; set $x \${nope};`,
    ],
    [`ip: \${POD_IP}\n`, { POD_IP: '' }, 'ip: \n'],
    [`\${A}\r\n\${B}\r\n`, { A: `\${B}`, B: '1' }, `\${B}\r\n1\r\n`],
    ['\u0000\u0001\r 店', {}, '\u0000\u0001\r 店'],
  ])('%j is filled with the envs of its component', (content, values, text) => {
    expect(textsOf(made(owning(content, values))[0] as Made)).toEqual([
      { kind: 'ConfigMap', 'app.yml': text },
    ]);
  });

  it('with a secret is a Secret volume, whose pods change with it', () => {
    const [component] = made(owning(`password=\${PASSWORD}`, { PASSWORD: 'pw!' })) as [Made];
    expect(textsOf(component)).toEqual([{ kind: 'Secret', 'app.yml': 'password=pw!' }]);
    const { metadata, spec } = podTemplateOf(component);
    const name = component.objects[0]?.draft.metadata.name;
    expect(spec.volumes).toEqual([{ name, secret: { secretName: name, defaultMode: 0o640 } }]);
    expect(spec.containers[0].volumeMounts).toEqual([
      { name, mountPath: '/etc/tea/app.yml', subPath: 'app.yml' },
    ]);
    expect(metadata.annotations).toHaveProperty('stoa.dev/config-files');
    expect(JSON.stringify(component.workload)).not.toContain('pw!');
  });

  it.each([
    ['/app/config.JSON', 'config.JSON'],
    ['/etc/..data', 'content'],
    ['/etc/a b', 'content'],
    ['/etc/店', 'content'],
    ['/.env', '.env'],
  ])('at %s has the key %s', (mountPath, key) => {
    const part = partOf({ configFiles: [file('a', { mountPath })] });
    const [component] = made(part) as [Made];
    expect(component.objects[0]?.draft.data).toEqual({ [key]: 'a' });
    expect(podTemplateOf(component).spec.containers[0].volumeMounts).toMatchObject([
      { mountPath, subPath: key },
    ]);
  });

  it('that variables make too long for an object stays as it is written, and the growth tells', () => {
    const part = owning(`\${A}`.repeat(40), { A: 'x'.repeat(30_000) });
    const context = contextOf([part]);
    expect(textsOf(makeComponent(part, context))).toEqual([
      { kind: 'ConfigMap', 'app.yml': `\${A}`.repeat(40) },
    ]);
    expect(context.growth.denied).toBe(true);
  });
});

describe('a config file of another component', () => {
  it.each<[string, string, Readonly<Record<string, string>>, Readonly<Record<string, string>>, string]>([
    ['has the envs of the one that mounts it', `\${A}`, { A: '1' }, { A: '2' }, '2'],
    ['has those of its owner for what it lacks', `\${A} \${B}`, { A: '1', B: '3' }, { A: '2' }, '2 3'],
    ['has defaults last', `\${A:9} \${X:9} \${Y}`, { A: '1' }, { Z: '2' }, `1 9 \${Y}`],
    ['has a known empty value', `<\${A}>`, { A: '1' }, { A: '' }, '<>'],
  ])('%s', (_, content, owners, mounters, text) => {
    const [owner, mounter] = made(owning(content, owners), mounting(mounters)) as [Made, Made];
    const [mount] = podTemplateOf(mounter).spec.containers[0].volumeMounts ?? [];
    const all = [...owner.objects, ...mounter.objects];
    const found = all.find(({ draft }) => draft.metadata.name === mount?.name);
    expect(mount).toMatchObject({ mountPath: '/etc/web/app.yml', subPath: 'app.yml' });
    expect(found?.draft.data).toEqual({ 'app.yml': text });
  });

  it.each<[string, string, Readonly<Record<string, string>>, boolean]>([
    ['has no variables', 'a=1', { A: '2' }, true],
    ['reads the same', `\${A}`, { A: '1' }, true],
    ['reads differently', `\${A}`, { A: '2' }, false],
    ['reads the same, but is no secret of its owner', `\${B}`, { B: '1!' }, false],
  ])('that %s shares the object of its owner: %#', (_, content, values, isShared) => {
    const owners = { A: '1', B: '1!' };
    const scope = new Map([...scopeOf(owners), ['B', { text: '1!', secret: false }]] as const);
    const [owner, mounter] = made({ ...owning(content), scope }, mounting(values)) as [Made, Made];
    const name = (component: Made) => podTemplateOf(component).spec.volumes?.[0]?.name;
    expect(name(mounter) === name(owner)).toBe(isShared);
    expect(mounter.objects).toHaveLength(isShared ? 0 : 1);
  });

  it('is one object and one volume where a component mounts it twice', () => {
    const [, mounter] = made(owning(`\${A}`), mounting({ A: '1' }, ['/a', '/b'])) as [Made, Made];
    expect(mounter.objects).toHaveLength(1);
    const { volumes, containers } = podTemplateOf(mounter).spec;
    expect(volumes).toHaveLength(1);
    expect(containers[0].volumeMounts).toMatchObject([{ mountPath: '/a' }, { mountPath: '/b' }]);
  });

  it('is copied within the growth of the install; then all get it as its owner does', () => {
    const owner = owning(`\${A}${'x'.repeat(900_000)}`, { A: '1' });
    const mounters = Array.from({ length: 20 }, (_, at) => mounting({ A: '2' }, ['/a'], `web${at}`));
    const context = contextOf([owner, ...mounters]);
    const copies = mounters.flatMap((part) => makeComponent(part, context).objects);
    expect(copies.length).toBeGreaterThan(5);
    expect(copies.length).toBeLessThan(10);
    expect(context.growth.denied).toBe(true);
  });
});

it('no text of variables is in a ConfigMap where it holds a secret, whoever mounts it', () => {
  const values = fc.dictionary(
    fc.constantFrom('A', 'B', 'C'),
    fc.constantFrom('plain', '', 'owned!', `\${B}`, 'other!'),
  );
  const content = fc
    .array(fc.constantFrom(`\${A}`, `\${B:d}`, `\${C:x!}`, ' ', '\r\n', `\${A`, '}'), { minLength: 1 })
    .map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(content, values, values, (text, owners, mounters) => {
      const all = made(owning(text, owners), mounting(mounters));
      for (const { kind, ...texts } of all.flatMap(textsOf)) {
        const holds = /owned!|other!/.test(Object.values(texts).join(''));
        expect(kind === 'Secret' || !holds).toBe(true);
      }
    }),
  );
});
