import { describe, expect, it } from 'vitest';
import { allocate } from '../../../../src/model/build/allocate.ts';
import { expand } from '../../../../src/model/build/expand.ts';
import { matchModel } from '../../../../src/model/build/match.ts';
import type { Model } from '../../../../src/model/read/model.ts';
import { atOnce } from '../../../support/gradual.ts';
import { allocationContext, keptOf, surroundings } from '../../../support/install.ts';
import { objectsOf } from '../../../support/models.ts';
import { app, modelOf } from '../../../support/template.ts';

/** A database with a password and a volume, and what uses it, in which the database has a key and a name. */
function versionOf(key: string, name: string): Model {
  const db = app(key, {
    k8s_component_name: name,
    extend_method: 'state_multiple',
    service_env_map_list: [{ attr_name: 'PASSWORD', attr_value: '**None**' }],
    service_volume_map_list: [{ volume_name: 'data', volume_path: '/data', volume_type: 'local' }],
    port_map_list: [
      {
        container_port: 5432,
        protocol: 'tcp',
        is_inner_service: true,
        k8s_service_name: 'db',
        port_alias: 'DB',
      },
    ],
  });
  const web = app('web', {
    dep_service_map_list: [{ dep_service_key: `${key}+${key}` }],
    mnt_relation_list: [{ service_share_uuid: `${key}+${key}`, mnt_name: 'data', mnt_dir: '/shared' }],
  });
  const app_config_groups = [
    {
      ...{ name: 'common', injection_type: 'env', enable: true, component_keys: [key] },
      config_items: { TOKEN: '**None**' },
    },
  ];
  return modelOf([db, web], { app_config_groups });
}

const [before, after] = [versionOf('mysql', 'mysql'), versionOf('database', 'database')];
const kept = keptOf(before);

function namesOf(model: Model) {
  const next = allocate(model, kept, allocationContext());
  const objects = objectsOf(atOnce(expand(model, next, surroundings())));
  return { next, objects: objects.map(({ draft }) => `${draft.kind} ${draft.metadata.name}`) };
}

it('continues a component under another key with its names, volumes and secrets', () => {
  const { model, problems } = matchModel(after, { mysql: 'database' });
  expect(problems).toEqual([]);
  expect(namesOf(model)).toEqual(namesOf(before));
  expect(namesOf(model).next).toEqual(kept);
  expect(model.components.find(({ key }) => key === 'web')?.dependsOn).toEqual(['mysql']);
});

it('would be another component without', () => {
  expect(namesOf(after).objects).not.toEqual(namesOf(before).objects);
});

describe('a version', () => {
  it.each<[string, Model, Record<string, string>, string[]]>([
    ['with the old key only stays as it is', before, { mysql: 'database' }, []],
    ['without a match stays as it is', before, {}, []],
    [
      'with both keys is refused',
      before,
      { mysql: 'web' },
      ['spec.match[mysql]: the model has both mysql and web'],
    ],
    [
      'with neither key is refused',
      before,
      { redis: 'cache' },
      ['spec.match[redis]: the model has neither a component redis nor cache'],
    ],
    [
      'cannot continue two components in one',
      after,
      { mysql: 'database', mariadb: 'database' },
      ['spec.match[mariadb]: database continues mysql already'],
    ],
  ])('%s', (_, model, match, texts) => {
    const matched = matchModel(model, match);
    expect(matched.problems.map(({ path, why }) => `${path}: ${why}`)).toEqual(texts);
    if (texts.length === 0) {
      expect(matched.model).toEqual(model);
    }
  });
});
