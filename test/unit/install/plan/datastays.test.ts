import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { InstalledComponent } from '../../../../src/api/marketinstall.ts';
import { fieldsOf } from '../../../../src/base/fields.ts';
import { movedData } from '../../../../src/install/plan/moveddata.ts';
import { expand } from '../../../../src/model/build/expand.ts';
import type { Kept } from '../../../../src/source/kept.ts';
import { NOTHING_KEPT } from '../../../../src/source/kept.ts';
import type { StandingMount, StandingVolumes } from '../../../../src/source/surroundings.ts';
import { dataMountsOf } from '../../../../src/workload/datamounts.ts';
import { isWorkloadKind } from '../../../../src/workload/kinds.ts';
import { atOnce } from '../../../support/gradual.ts';
import { keptOf, surroundings } from '../../../support/install.ts';
import { app, modelOf, type Wire } from '../../../support/template.ts';

/** Version of a component, as far as its data depends on it. */
interface Version {
  readonly method: string;
  readonly pods: number;
  /** Names of its volumes by path; each version may call them otherwise, or let them change places. */
  readonly volumes: Readonly<Record<string, string>>;
  /** Names of volumes that another component mounts. */
  readonly shared: readonly string[];
}

const NAMES = ['a', 'b', 'c'];

const versions = fc.array(
  fc.record({
    method: fc.constantFrom(
      'stateless_singleton',
      'stateless_multiple',
      'state_singleton',
      'state_multiple',
      'daemonset',
    ),
    pods: fc.integer({ min: 1, max: 3 }),
    volumes: fc
      .uniqueArray(fc.tuple(fc.constantFrom('/1', '/2', '/3'), fc.constantFrom(...NAMES)), {
        selector: ([path]) => path,
      })
      .filter((volumes) => new Set(volumes.map(([, name]) => name)).size === volumes.length)
      .map((volumes) => Object.fromEntries(volumes)),
    shared: fc.subarray(NAMES, { maxLength: 1 }),
  }),
  { minLength: 2, maxLength: 8 },
);

function appsOf({ method, pods, volumes, shared }: Version): readonly Wire[] {
  const db = app('db', {
    extend_method: method,
    extend_method_map: { min_node: pods },
    service_volume_map_list: Object.entries(volumes).map(([volume_path, volume_name]) => ({
      volume_name,
      volume_path,
      volume_type: 'local',
    })),
  });
  const mounts = shared.filter((name) => Object.values(volumes).includes(name));
  const mnt_relation_list = mounts.map((mnt_name) => ({
    service_share_uuid: 'db+db',
    mnt_name,
    mnt_dir: `/in/${mnt_name}`,
  }));
  return [db, ...(mounts.length === 0 ? [] : [app('reader', { mnt_relation_list })])];
}

/** Namespace in which versions are rolled out one after the other, unless they are refused. */
class Namespace {
  readonly claims = new Set<string>();
  /** Claims that pods of `db` mount, by path. */
  mounted: ReadonlyMap<string, readonly string[]> = new Map();
  #kept: Kept = NOTHING_KEPT;
  #standing: readonly StandingMount[] = [];
  #installed: readonly InstalledComponent[] = [];

  get #volumes(): StandingVolumes {
    return {
      mountsOf: (id) => (this.#installed.some((each) => each.id === id) ? this.#standing : []),
      mountsOfBrought: () => [],
      hasClaim: (name) => this.claims.has(name),
      claimsOf: (template, workload) =>
        [...this.claims].filter((name) => name.startsWith(`${template}-${workload}-`)),
    };
  }

  /** Whether the version is rolled out. */
  take(version: Version): boolean {
    const model = modelOf(appsOf(version));
    this.#kept = keptOf(model, this.#kept, { volumes: this.#volumes });
    const { components } = atOnce(expand(model, this.#kept, surroundings()));
    if (movedData({ waves: [components], shared: [] }, this.#installed, this.#volumes).length > 0) {
      return false;
    }
    const [db] = components.filter(({ key }) => key === 'db');
    const { resource, draft } = db?.workload ?? {};
    if (db === undefined || resource === undefined || draft === undefined || !isWorkloadKind(resource.kind)) {
      throw new Error('there is no component');
    }
    const { name } = draft.metadata;
    this.#installed = [
      { key: 'db', id: db.id, name: 'db', kind: resource.kind, workload: name, wave: 1, ready: true },
    ];
    this.#standing = dataMountsOf(resource.kind, fieldsOf(draft.spec)).map((mount) => ({
      ...mount,
      workload: name,
    }));
    const pods = Array.from({ length: version.pods }, (_, ordinal) => ordinal);
    const claimsOf = ({ volume }: StandingMount) => {
      const made =
        volume.type === 'claim' ? [volume.name] : pods.map((pod) => `${volume.name}-${name}-${pod}`);
      const left = volume.type === 'claim' ? [] : this.#volumes.claimsOf(volume.name, name);
      return [...new Set([...made, ...left])].toSorted();
    };
    this.mounted = new Map(this.#standing.map((mount) => [mount.path, claimsOf(mount)]));
    for (const claim of [...this.mounted.values()].flat()) {
      this.claims.add(claim);
    }
    return true;
  }
}

it('no path with data is empty in the next version that is rolled out, and no two paths have the same data', () => {
  let carried = 0;
  let refused = 0;
  fc.assert(
    fc.property(versions, (upgrades) => {
      const namespace = new Namespace();
      for (const version of upgrades) {
        const before = namespace.mounted;
        if (!namespace.take(version)) {
          refused += 1;
          continue;
        }
        const now = [...namespace.mounted.values()].flat();
        expect(new Set(now).size).toBe(now.length);
        for (const [path, claims] of before) {
          if (namespace.mounted.has(path)) {
            carried += 1;
            expect(now).toEqual(expect.arrayContaining([...claims]));
          }
        }
      }
    }),
    { numRuns: 300, seed: 41 },
  );
  expect(Math.min(carried, refused)).toBeGreaterThan(50);
});

it('a version that is rolled out again mounts what it mounted, if nothing has changed since', () => {
  fc.assert(
    fc.property(versions, (upgrades) => {
      const namespace = new Namespace();
      for (const version of upgrades) {
        if (namespace.take(version)) {
          const { mounted } = namespace;
          expect(namespace.take(version)).toBe(true);
          expect(namespace.mounted).toEqual(mounted);
        }
      }
    }),
    { numRuns: 200, seed: 41 },
  );
});
