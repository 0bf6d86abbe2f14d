import { describe, expect, it } from 'vitest';
import type { StartedContainer } from '../../../deploy/local/node/start.ts';
import { wavesOf } from '../../../src/market/plan/waves.ts';
import { expanded, objectsOf, ownModels } from '../../support/models.ts';
import { podTemplateOf, specOf } from '../../support/parts.ts';
import { startIn } from '../../support/started.ts';

/** The shop as it is installed as `t1` in the namespace `ns`. */
const { expansion, kept } = expanded(ownModels().get('tea-shop') ?? '', {
  namespace: 'ns',
  install: { name: 't1', uid: '6d1f4f0e-5a0c-4b6e-9a52-0d7f3f1c9b11' },
  storageClasses: [{ name: 'local-path', isDefault: true, provisioner: 'rancher.io/local-path' }],
});

function main(key: string): StartedContainer {
  const [first] = startIn(expansion, key).containers;
  if (first === undefined) {
    throw new Error(`${key} has no container`);
  }
  return first;
}

function workloadOf(key: string) {
  const found = expansion.components.find((each) => each.key === key);
  if (found === undefined) {
    throw new Error(`the model has no component ${key}`);
  }
  return found;
}

function objectOf(kind: string, name: string) {
  return objectsOf(expansion).find(({ draft }) => draft.kind === kind && draft.metadata.name === name)?.draft;
}

const secret = kept.secrets['group/pg'];

describe('the tea shop runs as its publisher made it', () => {
  it('pg has one generated password, for itself and for those that depend on it', () => {
    expect(secret).toMatch(/^[0-9a-f]+$/);
    expect(main('pg').env).toMatchObject({ POSTGRES_PASSWORD: secret, PG_PASS: secret });
    expect(main('api').env).toMatchObject({ PG_PASS: secret });
    const open = objectsOf(expansion).filter(({ draft }) => draft.kind !== 'Secret');
    expect(JSON.stringify(open)).not.toContain(secret);
  });

  it('pg has memory and no limit of CPU', () => {
    const [container] = podTemplateOf(workloadOf('pg')).spec.containers;
    expect(container.resources).toEqual({ requests: { memory: '512Mi' }, limits: { memory: '512Mi' } });
  });

  it('pg has a volume per pod that one pod mounts, of the default class', () => {
    const { volumeClaimTemplates } = specOf(workloadOf('pg'));
    expect(volumeClaimTemplates).toMatchObject([
      { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '10Gi' } } } },
    ]);
    expect(volumeClaimTemplates?.[0]).not.toHaveProperty('spec.storageClassName');
  });

  it('api has the envs of its dependencies, filled into its own', () => {
    expect(main('api').env).toMatchObject({
      ...{ PG_HOST: 'tea-pg', PG_PORT: '5432', PG_USER: 'tea', DSN: 'pg://tea@tea-pg:5432/tea' },
      LOG_LEVEL: 'info',
    });
  });

  it('api runs in its directory, with its group, without limits', () => {
    const { spec } = podTemplateOf(workloadOf('api'));
    expect(main('api').workingDir).toBe('/srv');
    expect(spec.securityContext).toMatchObject({ fsGroup: 2000 });
    expect(spec.containers[0].resources).toBeUndefined();
  });

  it('api is migrated before it starts, by a plugin with its envs, its files and options', () => {
    const [migrate] = startIn(expansion, 'api').initContainers;
    expect(migrate).toMatchObject({ image: 'reg.example/tea/migrate:1', files: main('api').files });
    expect(migrate?.env).toEqual({ ...main('api').env, MODE: 'up', TO: 'tea-pg' });
  });

  it('api has its file, in its own scope', () => {
    const { mode, content = '' } = main('api').files['/etc/tea/app.yml'] ?? {};
    expect(mode).toBe('0640');
    expect(content).toContain('db: tea-pg:5432/tea\n');
    expect(content).toContain('level: info\n');
    expect(content).toContain(`uri: $uri \${missing}\n`);
  });

  it('web has the file of api in its own scope, then in that of api', () => {
    const { mode, content = '' } = main('web').files['/etc/web/app.yml'] ?? {};
    expect(mode).toBe('0640');
    expect(content).toContain('db: tea-pg:5432/tea\n');
    expect(content).toContain('level: info\n');
  });

  it('web has a script that can run, and its directory for a cache', () => {
    expect(main('web').files['/docker-entrypoint.d/10-init.sh']).toMatchObject({
      mode: '0777',
      content: expect.stringMatching(/^#!\/bin\/sh\n.* \$HOME \$\{1\}\n$/),
    });
    expect(podTemplateOf(workloadOf('web')).spec.volumes).toContainEqual(
      expect.objectContaining({ emptyDir: {} }),
    );
  });

  it('Services have the names of the model', () => {
    expect(objectOf('Service', 'tea-pg')?.spec).toMatchObject({ ports: [{ port: 5432 }] });
    expect(objectOf('Service', 'tea-web')?.spec).toMatchObject({ ports: [{ port: 8080 }] });
  });

  it('pg comes first; api and web, which need each other, come together', () => {
    expect(Object.fromEntries(expansion.components.map(({ key, dependsOn }) => [key, dependsOn]))).toEqual({
      pg: [],
      api: ['pg', 'web'],
      web: ['api'],
    });
    expect(wavesOf(expansion.components)).toEqual({
      waves: [['pg'], ['api', 'web']],
      circles: [['api', 'web']],
    });
  });
});
