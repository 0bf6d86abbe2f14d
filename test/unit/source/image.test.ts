import { describe, expect, it } from 'vitest';
import { parseImage, withTag } from '../../../src/source/image.ts';

const DIGEST = `@sha256:${'0'.repeat(64)}`;

describe('the parts of an image', () => {
  it.each([
    ['nginx', 'docker.io', 'library/nginx', ''],
    ['nginx:1.27', 'docker.io', 'library/nginx', ':1.27'],
    ['docker.io/nginx', 'docker.io', 'library/nginx', ''],
    ['index.docker.io/nginx', 'docker.io', 'library/nginx', ''],
    ['bitnami/redis:7', 'docker.io', 'bitnami/redis', ':7'],
    ['docker.io/bitnami/redis', 'docker.io', 'bitnami/redis', ''],
    ['localhost/web', 'localhost', 'web', ''],
    ['localhost:5000/web', 'localhost:5000', 'web', ''],
    ['10.0.0.1:5000/shop/web:2', '10.0.0.1:5000', 'shop/web', ':2'],
    ['Registry.Example.com/shop/web', 'registry.example.com', 'shop/web', ''],
    [`nginx${DIGEST}`, 'docker.io', 'library/nginx', DIGEST],
    [`reg.example:443/a/b/c:1${DIGEST}`, 'reg.example:443', 'a/b/c', `:1${DIGEST}`],
  ])('%s', (image, registry, repository, version) => {
    expect(parseImage(image)).toEqual({ registry, repository, version });
  });
});

describe('another tag', () => {
  it.each([
    ['nginx', 'nginx:2'],
    ['nginx:1', 'nginx:2'],
    ['localhost:5000/web', 'localhost:5000/web:2'],
    ['localhost:5000/web:1', 'localhost:5000/web:2'],
    [`reg.example/web:1${DIGEST}`, 'reg.example/web:2'],
    [`reg.example/web${DIGEST}`, 'reg.example/web:2'],
  ])('of %s is %s', (image, tagged) => {
    expect(withTag(image, '2')).toBe(tagged);
  });
});
