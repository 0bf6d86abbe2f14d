import { expect, it } from 'vitest';
import { maskedValue, maskOf, valuesOf } from '../../../src/objects/mask.ts';

it.each<[string, readonly string[], string, string]>([
  ['a text without them', ['geheimnis'], 'nothing here', 'nothing here'],
  ['a whole text', ['geheimnis'], 'geheimnis', '(secret)'],
  ['a part of a text', ['geheimnis'], 'pg://u:geheimnis@db', 'pg://u:(secret)@db'],
  ['each of several parts', ['geheimnis'], 'geheimnis geheimnis', '(secret) (secret)'],
  ['the longer of two values', ['geheim', 'geheimnis'], 'xgeheimnisx', 'x(secret)x'],
  ['a value that another one overlaps', ['geheim', 'heimnis'], 'geheimnis', '(secret)nis'],
  ['values side by side', ['geheim', 'nissen'], 'geheimnissen', '(secret)(secret)'],
  ['a short value as a whole', ['on'], 'on', '(secret)'],
  ['no short value inside of a text', ['on'], 'location', 'location'],
  ['an empty value', [''], 'text', 'text'],
  ['a value without the line break at its end', ['geheimnis\n'], 'a=geheimnis;', 'a=(secret);'],
  ['a value in JSON', ['ge"heimnis'], '{"a":"ge\\"heimnis"}', '{"a":"(secret)"}'],
  [
    'a value in JSON as Go writes it',
    ['geheim&<nis>'],
    '{"a":"geheim\\u0026\\u003cnis\\u003e"}',
    '{"a":"(secret)"}',
  ],
  ['a value in base64', ['geheimnis'], 'Z2VoZWltbmlz', '(secret)'],
])('the mask hides %s', (_, values, text, expected) => {
  expect(maskOf(values)(text)).toBe(expected);
});

it('the mask reaches texts, names and numbers at any depth', () => {
  const mask = maskOf(['geheimnis', '12345678', 'name']);
  expect(
    maskedValue({ name: 'x', 'a-geheimnis': [{ b: 'geheimnis', c: 12345678, d: true, e: 7 }] }, mask),
  ).toEqual({
    name: 'x',
    'a-(secret)': [{ b: '(secret)', c: '(secret)', d: true, e: 7 }],
  });
});

it('the values of a Secret are those of its keys, and the texts of registry credentials', () => {
  const credentials = JSON.stringify({
    auths: { 'hub.example.com': { username: 'u', password: 'p4ssword' } },
  });
  const data = { a: btoa('one'), '.dockerconfigjson': btoa(credentials) };
  expect(valuesOf({ data })).toEqual(['one', credentials, 'u', 'p4ssword']);
  expect(valuesOf({ stringData: { a: 'two' } })).toEqual(['two']);
});

it('the values of a Secret with deep JSON are found without end of the stack', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  expect(valuesOf({ data: { a: btoa(deep) } })).toEqual([deep]);
});
