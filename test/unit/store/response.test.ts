import { expect, it } from 'vitest';
import {
  appResponse,
  hubResponse,
  read,
  versionResponse,
  versionsResponse,
} from '../../../src/store/response.ts';

const readText = <S extends Parameters<typeof read>[1]>(text: string, schema: S) =>
  read(Buffer.from(text), schema);

const malformed = (problems: string) => ({ type: 'refused', refusal: { type: 'malformed', problems } });

it.each([
  [
    'a list of versions',
    `{"name": "x", "versions": [${'0,'.repeat(2_500_000)}0]}`,
    'answer must have at most 100000 values',
  ],
  [
    'junk beside the name',
    `{"name": "x", "junk": ${'['.repeat(5_000_000)}}`,
    'answer must nest at most 32 levels deep',
  ],
])('a response with a huge %s is refused before it is parsed', (_, text, problem) => {
  expect(readText(text, appResponse)).toEqual(malformed(problem));
  expect(readText(text, versionResponse)).toEqual(malformed(problem));
});

it('of an application, only the name is read', () => {
  expect(readText('{"name": "x", "versions": [0, {"appVersion": []}]}', appResponse)).toEqual({
    type: 'found',
    value: { name: 'x' },
  });
});

it('a registry has no longer texts than registries have', () => {
  const hub = { hubURL: 'registry.example.com', hubPassword: 'x'.repeat(8_192) };
  expect(readText(JSON.stringify(hub), hubResponse)).toMatchObject({ type: 'found' });
  const longer = { ...hub, hubPassword: 'x'.repeat(8_193) };
  expect(readText(JSON.stringify(longer), hubResponse)).toMatchObject({ type: 'refused' });
});

it.each([
  ['{}', []],
  ['{"versions": null}', []],
  ['{"versions": [{"appVersion": "1.0", "desc": "x"}, {"appVersion": "1.1"}]}', ['1.0', '1.1']],
  ['{"versions": [{"appVersion": "1.0"}, {"appVersion": "1.0"}, 0, {}, {"appVersion": 2}]}', ['1.0']],
  [`{"versions": [{"appVersion": ""}, {"appVersion": "${'1'.repeat(65)}"}]}`, []],
])('of %j, the versions are read that an install can name', (text, value) => {
  expect(readText(text, versionsResponse)).toEqual({ type: 'found', value });
});

it('of many versions, the first 500 are read', () => {
  const versions = Array.from({ length: 600 }, (_, index) => ({ appVersion: `${index}` }));
  expect(readText(JSON.stringify({ versions }), versionsResponse)).toMatchObject({
    value: versions.slice(0, 500).map(({ appVersion }) => appVersion),
  });
});
