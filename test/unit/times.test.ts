import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { repository } from '../../deploy/local/repository.ts';
import { kinds } from '../../src/api/kinds.ts';
import { unknownIn } from '../../src/api/unknown.ts';
import { groupsOfRule } from '../../src/gateway/indexes.ts';
import { KEPT_TYPE, keptIn } from '../../src/install/plan/keptsecret.ts';
import type { KubeObject } from '../../src/kube/object.ts';
import type { Secret } from '../../src/objects/core.ts';
import type { GatewayRule } from '../../src/objects/stoa.ts';

/** An object as a former version of Stoa stored it. */
interface Stored extends KubeObject {
  readonly kind: string;
  readonly spec?: unknown;
  readonly status?: unknown;
  readonly type?: string;
}

const files = globSync('test/times/*.yaml', { cwd: repository.root });

describe.each(files)('the objects of %s', (file) => {
  const text = readFileSync(join(repository.root, file), 'utf8');
  const stored = parseAllDocuments(text).map((document) => document.toJS() as Stored);
  const ofKind = (kind: string) => stored.filter((each) => each.kind === kind);

  it.each(kinds)(
    'of the kind $kind are valid, and this version knows each of their fields',
    ({ kind, spec, status }) => {
      const objects = ofKind(kind);
      expect(objects.length).toBeGreaterThan(0);
      for (const each of objects) {
        const { name } = each.metadata;
        expect([name, spec.safeParse(each.spec).error?.issues ?? []]).toEqual([name, []]);
        expect([name, unknownIn(spec, each.spec), status && unknownIn(status, each.status)]).toEqual([
          name,
          [],
          [],
        ]);
      }
    },
  );

  it('have routes of the names that this version gives them', () => {
    const names = (ofKind('GatewayRule') as unknown as GatewayRule[]).flatMap((rule) => {
      const { routeName } = rule.status ?? {};
      return routeName === undefined
        ? []
        : [[routeName, groupsOfRule(rule).map(({ name }) => name)] as const];
    });
    expect(names.length).toBeGreaterThan(0);
    for (const [routeName, groups] of names) {
      expect(groups).toContain(routeName);
    }
  });

  it('have kept values that this version reads', () => {
    const kept = stored.filter(({ type }) => type === KEPT_TYPE) as unknown as Secret[];
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.map(keptIn)).not.toContain(undefined);
  });
});

it('each former version has a file by its commit', () => {
  expect(files.map((file) => basename(file, '.yaml'))).toContain('ab1ace91');
});
