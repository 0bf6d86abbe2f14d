import { expect, it } from 'vitest';
import type { Override } from '../../../../src/api/overrides.ts';
import { fieldAt } from '../../../../src/base/fields.ts';
import { withStandingTemplates } from '../../../../src/install/plan/standing.ts';
import { allocate } from '../../../../src/model/build/allocate.ts';
import { expand } from '../../../../src/model/build/expand.ts';
import { overrideModel } from '../../../../src/model/build/overrides/overrides.ts';
import { CLAIMS } from '../../../../src/objects/core.ts';
import type { Content } from '../../../../src/source/content.ts';
import { type Kept, NOTHING_KEPT } from '../../../../src/source/kept.ts';
import { atOnce } from '../../../support/gradual.ts';
import { allocationContext, countedHex, surroundings, takenNames } from '../../../support/install.ts';
import { objectsOf } from '../../../support/models.ts';
import { specOf } from '../../../support/parts.ts';
import { Cluster } from '../../../support/plans.ts';
import { startIn } from '../../../support/started.ts';
import { app, modelOf, type Wire } from '../../../support/template.ts';

/** Version of a model: its envs, the text of its file, its number of pods and the size of its volume. */
interface Version {
  readonly envs: Wire;
  readonly text: string;
  readonly pods: number;
  readonly capacity: number;
}

const FIRST: Version = { envs: { LEVEL: 'a', KEY: '**None**' }, text: 'x=1', pods: 1, capacity: 10 };

const SECOND: Version = {
  envs: { LEVEL: 'c', NEW: 'n', KEY: '**None**' },
  text: 'x=2',
  pods: 2,
  capacity: 5,
};

/** Override of a user of the install. */
const MINE: Override = {
  component: 'web',
  replicas: 3,
  envs: [{ name: 'LEVEL', value: 'b' }],
  volumes: [{ name: 'data', size: '20Gi' }],
};

function webOf({ envs, text, pods, capacity }: Version, extend_method: string): Wire {
  return app('web', {
    extend_method,
    extend_method_map: { min_node: pods },
    service_env_map_list: Object.entries(envs).map(([attr_name, attr_value]) => ({ attr_name, attr_value })),
    service_volume_map_list: [
      { volume_name: 'f', volume_path: '/f', volume_type: 'config-file', file_content: text },
      { volume_name: 'data', volume_path: '/data', volume_type: 'share-file', volume_capacity: capacity },
    ],
  });
}

/** Cluster in which versions are rolled out, one after the other, with what the first of them allocated. */
class Rollouts {
  readonly cluster = new Cluster();
  readonly #extendMethod: string;
  readonly #overrides: readonly Override[];
  readonly #random = countedHex();
  #kept: Kept = NOTHING_KEPT;

  constructor(extendMethod: string, overrides: readonly Override[]) {
    this.#extendMethod = extendMethod;
    this.#overrides = overrides;
  }

  rollOut(version: Version): Content {
    const given = modelOf([webOf(version, this.#extendMethod)]);
    const { model, problems } = overrideModel(given, this.#overrides, {});
    expect(problems).toEqual([]);
    this.#kept = allocate(model, this.#kept, allocationContext(takenNames(), this.#random));
    const made = atOnce(expand(model, this.#kept, surroundings()));
    const expansion = withStandingTemplates(made, this.cluster.find);
    for (const each of objectsOf(expansion)) {
      this.cluster.apply(each);
    }
    return expansion;
  }

  /** Sizes of the claims that exist, and of those that the StatefulSet makes of its templates. */
  sizes(): readonly unknown[] {
    const stored = [...this.cluster.objects.values()];
    const templates = stored.flatMap(
      (object) => (fieldAt(object, ['spec', 'volumeClaimTemplates']) ?? []) as readonly object[],
    );
    return [...stored.filter(({ kind }) => kind === CLAIMS.kind), ...templates].map((claim) =>
      fieldAt(claim, ['spec', 'resources', 'requests', 'storage']),
    );
  }

  /** Makes the claims larger, as an administrator does. */
  resize(storage: string): void {
    for (const [name, object] of this.cluster.objects) {
      if (object.kind === CLAIMS.kind) {
        this.cluster.objects.set(name, {
          ...object,
          spec: { resources: { requests: { storage } } },
        } as never);
      }
    }
  }
}

function started(expansion: Content) {
  const [main] = startIn(expansion, 'web').containers;
  const [web] = expansion.components;
  return { env: main?.env ?? {}, file: main?.files['/f']?.content, replicas: web && specOf(web).replicas };
}

it.each<[string, string, readonly Override[], object, readonly unknown[]]>([
  ['overrides', 'stateless_multiple', [MINE], { level: 'b', replicas: 3 }, ['20Gi']],
  ['overrides and state', 'state_multiple', [MINE], { level: 'b', replicas: 3 }, ['20Gi']],
  ['no overrides', 'stateless_multiple', [], { level: 'c', replicas: 2 }, ['10Gi']],
  ['no overrides and state', 'state_multiple', [], { level: 'c', replicas: 2 }, ['10Gi']],
])(
  'an upgrade with %s brings envs and files, and keeps what is set, generated or stored',
  (_, extendMethod, overrides, expected, sizes) => {
    const rollouts = new Rollouts(extendMethod, overrides);
    const before = started(rollouts.rollOut(FIRST));
    const { env, file, replicas } = started(rollouts.rollOut(SECOND));
    expect({ level: env.LEVEL, replicas }).toEqual(expected);
    expect(env.NEW).toBe('n');
    expect(file).toBe('x=2');
    expect(env.KEY).toMatch(/^[0-9a-f]{32}$/);
    expect(env.KEY).toBe(before.env.KEY);
    expect(rollouts.sizes()).toEqual(sizes);
  },
);

it('an upgrade leaves a volume that somebody made larger', () => {
  const rollouts = new Rollouts('stateless_multiple', []);
  rollouts.rollOut(FIRST);
  rollouts.resize('20Gi');
  rollouts.rollOut(SECOND);
  expect(rollouts.sizes()).toEqual(['20Gi']);
});

it('an upgrade updates an env that only the model sets, and drops one that it no longer has', () => {
  const rollouts = new Rollouts('stateless_multiple', []);
  rollouts.rollOut(SECOND);
  const { env } = started(rollouts.rollOut(FIRST));
  expect(env.LEVEL).toBe('a');
  expect(env).not.toHaveProperty('NEW');
});
