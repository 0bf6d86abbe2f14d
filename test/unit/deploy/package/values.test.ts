import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { chartReadmeFile, valuesSchemaFile } from '../../../../deploy/package/values.ts';

function read(path: string): string {
  return readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
}

const DEFAULTS = read('deploy/chart/values.yaml');

it.each([
  ['the schema of the values', valuesSchemaFile(DEFAULTS)],
  ['the README of the chart', chartReadmeFile(DEFAULTS)],
])('%s is what npm run generate writes', (_, { path, content }) => {
  expect(read(path)).toBe(content);
});

describe('values.yaml', () => {
  it('describes each value, the first of a group too', () => {
    const { content } = valuesSchemaFile(DEFAULTS);
    const { properties } = JSON.parse(content);
    expect(properties.image.properties.repository.description).toBe('Repository of the image.');
    expect(properties.image.description).toBeUndefined();
    expect(properties.rest.properties.ingress.properties.hosts.description).toBe('Hosts of the Ingress.');
  });

  it.each([
    [
      'a value without a comment',
      'image:\n  # Tag.\n  tag: ""\n  digest: ""\n',
      'does not describe image.digest',
    ],
    ['a value that the schema does not have', '# Color.\ncolor: red\n', 'has color, which the schema'],
  ])('is refused with %s', (_, text, message) => {
    expect(() => valuesSchemaFile(text)).toThrow(message);
  });
});
