import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../../../../src/base/fields.ts';
import { expand } from '../../../../src/model/build/expand.ts';
import { lastNamePart, objectName } from '../../../../src/model/build/name.ts';
import { componentIdOf } from '../../../../src/source/componentid.ts';
import type { Kept } from '../../../../src/source/kept.ts';
import { NOTHING_KEPT } from '../../../../src/source/kept.ts';
import type { StandingMount, StandingVolumes } from '../../../../src/source/surroundings.ts';
import { dataMountsOf } from '../../../../src/workload/datamounts.ts';
import { isWorkloadKind } from '../../../../src/workload/kinds.ts';
import { atOnce } from '../../../support/gradual.ts';
import { keptOf, surroundings } from '../../../support/install.ts';
import { app, modelOf, type Wire } from '../../../support/template.ts';

const WORKLOAD = 'shop-db';
const ID = componentIdOf(surroundings().install.uid, 'db');

/** Names that a volume has unless its data is elsewhere. */
function namesOf(volume: string) {
  const owner = { workload: WORKLOAD };
  return { claim: objectName(owner, 'volume', volume), template: lastNamePart(owner, 'volume', volume) };
}

const DATA = namesOf('data');

/** Name of the claim of a pod. */
function claimOf(template: string, ordinal: number): string {
  return `${template}-${WORKLOAD}-${ordinal}`;
}

/** A component with a volume for each `name:path`. */
function db(extend_method: string, pods: number, ...volumes: readonly string[]): Wire {
  return app('db', {
    extend_method,
    extend_method_map: { min_node: pods },
    service_volume_map_list: volumes.map((volume) => {
      const [volume_name, volume_path] = volume.split(':');
      return { volume_name, volume_path, volume_type: 'local' };
    }),
  });
}

function standing(
  claims: readonly string[],
  mounts: readonly Omit<StandingMount, 'workload'>[] = [],
): StandingVolumes {
  return {
    mountsOf: (id) => (id === ID ? mounts.map((each) => ({ ...each, workload: WORKLOAD })) : []),
    mountsOfBrought: () => [],
    hasClaim: (name) => claims.includes(name),
    claimsOf: (template, workload) => claims.filter((name) => name.startsWith(`${template}-${workload}-`)),
  };
}

/** Allocations of a model, and the volumes that the workload of `db` mounts by them, by path. */
function mounted(apps: readonly Wire[], volumes: StandingVolumes, kept: Kept = NOTHING_KEPT) {
  const model = modelOf(apps);
  const next = keptOf(model, { ...kept, workloads: { 'workload/db': WORKLOAD } }, { volumes });
  const { components } = atOnce(expand(model, next, surroundings()));
  const mountsOf = (wanted: string) => {
    const { resource, draft } = components.find(({ key }) => key === wanted)?.workload ?? {};
    const kind = resource?.kind ?? '';
    const mounts = isWorkloadKind(kind) ? dataMountsOf(kind, fieldsOf(draft?.spec)) : [];
    return Object.fromEntries(mounts.map(({ path, volume }) => [path, `${volume.type} ${volume.name}`]));
  };
  return {
    kept: next,
    kind: components.find(({ key }) => key === 'db')?.workload.resource.kind,
    mounts: mountsOf('db'),
    readerMounts: mountsOf('reader'),
  };
}

const NOTHING = standing([]);
const CLAIM = standing([DATA.claim], [{ path: '/d', volume: { type: 'claim', name: DATA.claim } }]);

/** A StatefulSet with claims of so many pods. */
function perPod(pods: number): StandingVolumes {
  const claims = Array.from({ length: pods }, (_, at) => claimOf(DATA.template, at));
  return standing(claims, [{ path: '/d', volume: { type: 'template', name: DATA.template } }]);
}

describe('a volume', () => {
  it.each([
    ['of a new Deployment', db('stateless_multiple', 1, 'data:/d'), NOTHING, `claim ${DATA.claim}`],
    ['of a new StatefulSet', db('state_multiple', 2, 'data:/d'), NOTHING, `template ${DATA.template}`],
    [
      'of a component that becomes stateful',
      db('state_multiple', 1, 'data:/d'),
      CLAIM,
      `claim ${DATA.claim}`,
    ],
    [
      'of one whose workload is gone',
      db('state_multiple', 1, 'data:/d'),
      standing([DATA.claim]),
      `claim ${DATA.claim}`,
    ],
    ['of one with several pods', db('state_multiple', 2, 'data:/d'), CLAIM, `template ${DATA.template}`],
    [
      'of a component that becomes stateless',
      db('stateless_multiple', 3, 'data:/d'),
      perPod(1),
      `claim ${claimOf(DATA.template, 0)}`,
    ],
    [
      'of one with one pod by its method',
      db('state_singleton', 1, 'data:/d'),
      perPod(1),
      `claim ${claimOf(DATA.template, 0)}`,
    ],
    [
      'of one that had several pods',
      db('stateless_singleton', 1, 'data:/d'),
      perPod(2),
      `claim ${DATA.claim}`,
    ],
    [
      'of a StatefulSet that has its claims',
      db('state_multiple', 3, 'data:/d'),
      perPod(2),
      `template ${DATA.template}`,
    ],
  ])('%s has the claim of its data, if there is one for it', (_, wire, volumes, expected) => {
    expect(mounted([wire], volumes).mounts).toEqual({ '/d': expected });
  });

  it('of a component that is stateful again has the claims of its template', () => {
    const first = claimOf(DATA.template, 0);
    const stateless = mounted([db('stateless_singleton', 1, 'data:/d')], perPod(1));
    expect(stateless.kept.volumes).toEqual({ 'claim/db/data': first });
    const now = standing([first], [{ path: '/d', volume: { type: 'claim', name: first } }]);
    const again = mounted([db('state_multiple', 3, 'data:/d')], now, stateless.kept);
    expect(again).toMatchObject({ kind: 'StatefulSet', mounts: { '/d': `template ${DATA.template}` } });
    expect(again.kept.volumes).toEqual({});
  });

  it('that another component mounts has the claim of its only pod', () => {
    const reader = app('reader', {
      mnt_relation_list: [{ service_share_uuid: 'db+db', mnt_name: 'data', mnt_dir: '/in' }],
    });
    const wire = db('state_multiple', 1, 'data:/d');
    const shared = mounted([wire, reader], perPod(1));
    expect(shared.mounts).toEqual({ '/d': `template ${DATA.template}` });
    expect(shared.readerMounts).toEqual({ '/in': `claim ${claimOf(DATA.template, 0)}` });
    const scaled = mounted([db('state_multiple', 3, 'data:/d'), reader], perPod(1), shared.kept);
    expect(scaled.mounts).toEqual({ '/d': `claim ${claimOf(DATA.template, 0)}` });
    expect(scaled.readerMounts).toEqual(shared.readerMounts);
    const alone = mounted([wire], perPod(1), shared.kept);
    expect([alone.mounts, alone.kept.volumes]).toEqual([{ '/d': `template ${DATA.template}` }, {}]);
    expect(mounted([wire, reader], perPod(2)).mounts).toEqual({ '/d': `claim ${DATA.claim}` });
  });

  it.each([
    ['stateless_multiple', CLAIM, `claim ${DATA.claim}`, 'claim'],
    ['state_multiple', perPod(2), `template ${DATA.template}`, 'template'],
  ])(
    'of %s with another name at the path of one that stands has its data, for ever',
    (method, volumes, data, type) => {
      const renamed = mounted([db(method, 2, 'rows:/d/')], volumes);
      expect(renamed.mounts).toEqual({ '/d': data });
      // Even where nothing shows it any more, or the old name stands for something else.
      const moved = mounted([db(method, 2, 'rows:/e')], NOTHING, renamed.kept);
      expect(moved.mounts).toEqual({ '/e': data });
      const both = mounted([db(method, 2, 'data:/f', 'rows:/d')], volumes, renamed.kept);
      expect(both.mounts['/d']).toBe(data);
      expect(both.mounts['/f']).toMatch(new RegExp(`^${type} `));
      expect(both.mounts['/f']).not.toBe(data);
      const again = mounted([db(method, 2, 'data:/f', 'rows:/d')], volumes, both.kept);
      expect(again).toEqual(both);
    },
  );

  it('with the name of one that has its data again is another one', () => {
    const renamed = mounted([db('stateless_singleton', 1, 'rows:/d')], CLAIM);
    const back = mounted([db('stateless_singleton', 1, 'data:/d')], CLAIM, renamed.kept);
    expect(back.mounts).toEqual({ '/d': `claim ${DATA.claim}` });
    const both = mounted([db('stateless_singleton', 1, 'rows:/r', 'data:/d')], CLAIM, back.kept);
    expect(both.mounts).toEqual({ '/d': `claim ${DATA.claim}`, '/r': `claim ${namesOf('rows').claim}` });
  });

  it('that changes places with another one goes with its name', () => {
    const cache = namesOf('cache');
    const volumes = standing(
      [DATA.claim, cache.claim],
      [
        { path: '/d', volume: { type: 'claim', name: DATA.claim } },
        { path: '/c', volume: { type: 'claim', name: cache.claim } },
      ],
    );
    expect(mounted([db('stateless_singleton', 1, 'data:/c', 'cache:/d')], volumes).mounts).toEqual({
      '/c': `claim ${DATA.claim}`,
      '/d': `claim ${cache.claim}`,
    });
  });
});
