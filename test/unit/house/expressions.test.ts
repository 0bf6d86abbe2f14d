import { expect, it } from 'vitest';
import { repository } from '../../../deploy/local/repository.ts';
import { expressionsBelow, expressionsOf, unproven } from '../../house/expressions.ts';

const sources = [...expressionsBelow(repository.root, 'src')];

it('src makes no regular expression at run time, of whatever text', () => {
  expect(sources.flatMap(([file, { made }]) => made.map((each) => `${file}: ${each}`))).toEqual([]);
});

it('every regular expression of src is proven to take linear time', async () => {
  const all = sources.flatMap(([file, { literals }]) => literals.map((each) => ({ file, ...each })));
  const found = await Promise.all(all.map(async (each) => ({ ...each, why: await unproven(each) })));
  expect(found.length).toBeGreaterThan(100);
  expect(found.filter(({ why }) => why !== undefined)).toEqual([]);
}, 300_000);

it.each([
  ['exponential', String.raw`^[!-~]+([\t ]?[!-~]+)*$`],
  ['cubic', String.raw`^([^;]*;)*\s*a=\s*;([^;]*;)*\s*b=\s*(;.*)?$`],
  ['quadratic', '/+$'],
  ['beyond the proof', '^(?=.*a)b'],
])('the check of expressions refuses one that is %s', async (_, pattern) => {
  expect(await unproven({ pattern, flags: '' })).toEqual(expect.any(String));
});

it.each([
  ['const a = new RegExp(text);', ['new RegExp(text)']],
  ["const a = RegExp('x', 'g');", ["RegExp('x', 'g')"]],
  ['text.match(`a`);', ['text.match(`a`)']],
  ["text.search('a+');", ["text.search('a+')"]],
  ['text.match(/a/);', []],
])('the check of expressions finds in %s: %j', (source, made) => {
  expect(expressionsOf(source).made).toEqual(made);
});
