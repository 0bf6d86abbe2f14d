import { describe, expect, it } from 'vitest';
import type { StartedContainer } from '../../../../deploy/local/node/start.ts';
import { wavesOf } from '../../../../src/base/waves.ts';
import { expanded, objectsOf, ownModels } from '../../../support/models.ts';
import { podTemplateOf, specOf } from '../../../support/parts.ts';
import { startIn } from '../../../support/started.ts';

/** The shop as it is installed as `t1` in the namespace `ns`. */
const { expansion, kept } = expanded(ownModels().get('tea-shop') ?? '', {
  namespace: 'ns',
  install: { name: 't1', uid: '6d1f4f0e-5a0c-4b6e-9a52-0d7f3f1c9b11' },
  storageClasses: [{ name: 'local-path', isDefault: true, provisioner: 'rancher.io/local-path' }],
  domain: 'shop.example',
  publishedWith: 'v5.17.1-release-2f45c815e',
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

/** `<alias>:<id>` of a component, as envs of those that it depends on list it. */
function dependent(key: string): string {
  const { id, workload } = workloadOf(key);
  return `${workload.draft.metadata.labels?.['stoa.dev/component-alias']}:${id}`;
}

const aliasOf = (key: string) => dependent(key).slice(0, 'gr000000'.length);

const secret = kept.secrets['group/pg'];

const HOST = `8080.${aliasOf('web')}.ns.shop.example`;

/** Text of the file of api in its own scope or that of web; no variable knows the address of a pod. */
const fileOf = (workload: string) =>
  `db: tea-pg:5432/tea\nself: ${workload}.ns\nlevel: info\nuri: $uri \${missing}\nip: \n`;

describe('the envs of the tea shop', () => {
  it.each<[string, Readonly<Record<string, string>>]>([
    [
      'pg',
      {
        PRIMARY: 't1-pg-0.t1-pg.ns.svc.cluster.local',
        ...{ PORT: '5432', PROTOCOL: 'tcp', MONITOR_PORT: '5432', _PORT: '5432' },
        ...{ MEMORY_SIZE: 'medium', SERVICE_POD_NUM: '2', _SERVICE_POD_NUM: '2' },
        ...{ SERVICE_NAME: 't1-pg', _SERVICE_NAME: 't1-pg', SERVICE_ALIAS: aliasOf('pg'), NAMESPACE: 'ns' },
        REVERSE_DEPEND_SERVICE: dependent('api'),
        ...{ PG_HOST: 'tea-pg', PG_PORT: '5432', PG_USER: 'tea' },
        MY_HOST: 'pg-pod.t1-pg',
      },
    ],
    [
      'api',
      {
        ...{ PORT: '9000', PROTOCOL: 'http', SERVICE_NAME: 't1-api', SERVICE_POD_NUM: '1' },
        CUSTOM_MEMORY_SIZE: '0',
        DEPEND_SERVICE: `t1-pg:${workloadOf('pg').id},t1-web:${workloadOf('web').id}`,
        DEPEND_SERVICE_COUNT: '2',
        STARTUP_SEQUENCE_DEPENDENCIES: aliasOf('pg'),
        REVERSE_DEPEND_SERVICE: dependent('web'),
        ...{ PG_HOST: 'tea-pg', PG_PORT: '5432', PG_USER: 'tea', DSN: 'pg://tea@tea-pg:5432/tea' },
        ...{ WEB_HOST: 'tea-web', WEB_PORT: '8080', API_HOST: 'tea-api', API_PORT: '9000' },
        ...{ LOG_LEVEL: 'info', GREETING: `hi ${aliasOf('api')}` },
      },
    ],
    [
      'web',
      {
        ...{ PORT: '8080', PROTOCOL: 'http', SERVICE_NAME: 't1-web', MEMORY_SIZE: 'micro' },
        DEPEND_SERVICE: `t1-api:${workloadOf('api').id}`,
        DEPEND_SERVICE_COUNT: '1',
        STARTUP_SEQUENCE_DEPENDENCIES: '',
        REVERSE_DEPEND_SERVICE: dependent('api'),
        ...{ WEB_HOST: 'tea-web', WEB_PORT: '8080', API_HOST: 'tea-api', API_PORT: '9000' },
        ...{ DOMAIN: HOST, DOMAIN_8080: HOST, DOMAIN_PROTOCOL: 'http', DOMAIN_PROTOCOL_8080: 'http' },
        SITE: `http://${HOST}/`,
        'ES_HOST_legacy.example': '10.1.2.3',
      },
    ],
  ])('in %s are those of the platform, of its dependencies and its own', (key, envs) => {
    expect(main(key).env).toMatchObject(envs);
  });

  it.each([
    ['pg', ['DEPEND_SERVICE', 'DEPEND_SERVICE_COUNT', 'CUSTOM_MEMORY_SIZE', 'DOMAIN', 'API_HOST']],
    ['api', ['MEMORY_SIZE', 'DOMAIN']],
    ['web', ['CUSTOM_MEMORY_SIZE', 'PG_HOST', 'LOG_LEVEL']],
  ])('in %s are none of %j', (key, names) => {
    expect(names.filter((name) => Object.hasOwn(main(key).env, name))).toEqual([]);
  });

  it('of the attribute of pg come last, as they are written', () => {
    const [{ env }] = podTemplateOf(workloadOf('pg')).spec.containers;
    expect(env?.at(-1)).toEqual({ name: 'MY_HOST', value: '$(POD_NAME).$(SERVICE_NAME)' });
  });
});

describe('the tea shop runs as its publisher made it', () => {
  it('without anything that is not applied', () => {
    expect(expansion.notApplied).toEqual([]);
  });

  it('pg has two pods, which find each other by a Service with the name of their StatefulSet', () => {
    expect(objectOf('StatefulSet', 't1-pg')?.spec).toMatchObject({ serviceName: 't1-pg', replicas: 2 });
    expect(objectOf('Service', 't1-pg')?.spec).toMatchObject({
      clusterIP: 'None',
      publishNotReadyAddresses: true,
      selector: specOf(workloadOf('pg')).selector?.matchLabels,
    });
  });

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

  it('api has its words, with values that are split at blanks', () => {
    expect(main('api').args).toEqual([
      'serve',
      '--listen',
      '0.0.0.0:9000',
      '--db',
      'tea-pg:5432',
      '-v',
      '-w',
    ]);
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

  it.each([
    ['api', '/etc/tea/app.yml', 't1-api'],
    ['web', '/etc/web/app.yml', 't1-web'],
  ])('%s has the file of api in its own scope, then in that of api', (key, path, workload) => {
    expect(main(key).files[path]).toEqual({ mode: '0640', content: fileOf(workload) });
  });

  it('web has a script that can run, and its directory for a cache', () => {
    expect(main('web').files['/docker-entrypoint.d/10-init.sh']).toEqual({
      mode: '0777',
      content: `#!/bin/sh\necho tea-api:9000 $HOME \${1}\n`,
    });
    expect(podTemplateOf(workloadOf('web')).spec.volumes).toContainEqual(
      expect.objectContaining({ emptyDir: { sizeLimit: '100Gi' } }),
    );
  });

  it('web resolves the host that an env names', () => {
    const { hostAliases } = podTemplateOf(workloadOf('web')).spec;
    expect(hostAliases).toEqual([{ ip: '10.1.2.3', hostnames: ['legacy.example'] }]);
  });

  it.each([
    ['tea-pg', 5432, 'pg'],
    ['tea-api', 9000, 'api'],
    ['tea-web', 8080, 'web'],
  ])('the Service %s leads to port %i of %s', (name, port, key) => {
    expect(objectOf('Service', name)?.spec).toMatchObject({
      selector: specOf(workloadOf(key)).selector?.matchLabels,
      ports: [{ port, targetPort: port, protocol: 'TCP' }],
    });
  });

  it('there are no other Services', () => {
    expect(objectsOf(expansion).filter(({ draft }) => draft.kind === 'Service')).toHaveLength(4);
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
