import { describe, expect, it } from 'vitest';
import { expand } from '../../../src/model/build/expand.ts';
import { overrideModel } from '../../../src/model/build/overrides/overrides.ts';
import { mirroredImage } from '../../../src/source/image.ts';
import { atOnce } from '../../support/gradual.ts';
import { keptOf, surroundings } from '../../support/install.ts';
import { expanded, objectsOf } from '../../support/models.ts';
import { app, modelOf, templateOf, type Wire } from '../../support/template.ts';

const DIGEST = `@sha256:${'0'.repeat(64)}`;

const MIRRORS = {
  'docker.io': 'mirror.example/dockerhub',
  'quay.io/acme': 'mirror.example:5000/acme',
  'quay.io/acme/base': 'other.example',
  'reg.example:5000': 'mirror.example',
};

describe('the image that nodes pull', () => {
  it.each([
    ['nginx', 'mirror.example/dockerhub/library/nginx'],
    ['nginx:1.27', 'mirror.example/dockerhub/library/nginx:1.27'],
    ['docker.io/nginx', 'mirror.example/dockerhub/library/nginx'],
    ['index.docker.io/library/nginx:1', 'mirror.example/dockerhub/library/nginx:1'],
    ['bitnami/redis:7', 'mirror.example/dockerhub/bitnami/redis:7'],
    [`bitnami/redis${DIGEST}`, `mirror.example/dockerhub/bitnami/redis${DIGEST}`],
    [`bitnami/redis:7${DIGEST}`, `mirror.example/dockerhub/bitnami/redis:7${DIGEST}`],
    ['quay.io/acme/web:2', 'mirror.example:5000/acme/web:2'],
    ['quay.io/acme/base/os:2', 'other.example/os:2'],
    ['quay.io/acme2/web', 'quay.io/acme2/web'],
    ['reg.example:5000/a/b:1', 'mirror.example/a/b:1'],
    ['reg.example/a/b:1', 'reg.example/a/b:1'],
    ['reg.example:5001/a', 'reg.example:5001/a'],
    ['localhost:5000/web', 'localhost:5000/web'],
    ['docker.io.evil.example/nginx', 'docker.io.evil.example/nginx'],
  ])('of %s is %s', (image, mirrored) => {
    expect(mirroredImage(image, MIRRORS)).toBe(mirrored);
  });

  it('is that of the model without mirrors', () => {
    expect(mirroredImage('nginx', {})).toBe('nginx');
    expect(mirroredImage('constructor/web', {})).toBe('constructor/web');
  });
});

const deployment = (image: string) =>
  JSON.stringify({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'brought' },
    spec: {
      selector: { matchLabels: { app: 'x' } },
      template: {
        metadata: { labels: { app: 'x' } },
        spec: { initContainers: [{ name: 'i', image }], containers: [{ name: 'c', image }] },
      },
    },
  });

it('is that of every container: of components, of jobs by schedule, and of what a model brings along', () => {
  const apps = [
    app('web', { share_image: 'nginx:1' }),
    app('tick', { share_image: 'nginx:1', extend_method: 'cronjob' }),
  ];
  const fields = { k8s_resources: [{ name: 'brought', kind: 'Deployment', content: deployment('nginx:1') }] };
  const { expansion } = expanded(templateOf(apps, fields), { mirrors: MIRRORS });
  const workloads = objectsOf(expansion).filter(
    ({ resource }) => resource.group !== '' && resource.group !== 'stoa.dev',
  );
  const images = JSON.stringify(workloads.map(({ draft }) => draft.spec)).match(/"image":"[^"]*"/g);
  expect(images).toEqual(Array(4).fill('"image":"mirror.example/dockerhub/library/nginx:1"'));
});

/** Hosts to which credentials are sent. */
function loginsOf(fields: Wire, around = {}, image?: string): string[] {
  const model = modelOf([app('web', fields)]);
  const overrides = image === undefined ? [] : [{ component: 'web', image }];
  const { model: overridden } = overrideModel(model, overrides, {});
  const expansion = atOnce(expand(overridden, keptOf(overridden), surroundings(around)));
  return objectsOf(expansion)
    .filter(({ draft }) => draft.type === 'kubernetes.io/dockerconfigjson')
    .flatMap(({ draft }) => {
      const { '.dockerconfigjson': text = '' } = draft.data as Readonly<Record<string, string>>;
      const config = JSON.parse(Buffer.from(text, 'base64').toString()) as { readonly auths: object };
      return Object.keys(config.auths);
    });
}

const login = (hub_url: string) => ({ hub_url, hub_user: 'u', hub_password: 'p' });

describe('credentials', () => {
  it.each<[string, Wire, object, string | undefined, string[]]>([
    [
      'go to their registry',
      { share_image: 'reg.example/a', service_image: login('reg.example') },
      {},
      undefined,
      ['reg.example'],
    ],
    [
      'go to that of the image',
      { share_image: 'reg.example/a', service_image: login('') },
      {},
      undefined,
      ['reg.example'],
    ],
    [
      'do not go to a mirror',
      { share_image: 'reg.example:5000/a', service_image: login('') },
      { mirrors: MIRRORS },
      undefined,
      [],
    ],
    [
      'go to a mirror that is their registry',
      { share_image: 'nginx', service_image: login('mirror.example') },
      { mirrors: MIRRORS },
      undefined,
      ['mirror.example'],
    ],
    [
      'do not follow the image of an override',
      { share_image: 'reg.example/a', service_image: login('') },
      {},
      'evil.example/a',
      ['reg.example'],
    ],
  ])('%s', (_, fields, around, image, hosts) => {
    expect(loginsOf(fields, around, image)).toEqual(hosts);
  });
});
