import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from '../../../deploy/local/repository.ts';
import { LAYERS } from '../../house/layers.ts';

/** Folders of test/unit that test what is not in src, and the folder that they mirror. */
const ELSEWHERE = { deploy: '.', bin: '.' } as const;

/** Folders of test/unit that test the tests' own code. */
const OF_TESTS = readdirSync(join(repository.root, 'test'));

/** Tests of whole models, from their text to the objects that an install writes. */
const OF_WHOLE_MODELS = 'model/models';

/** Folder of the source that a test lies beside; undefined for a test of the tests' own code. */
function mirrored(test: string): string | undefined {
  const [top = ''] = test.split('/');
  const base = Object.hasOwn(LAYERS, top) ? 'src' : ELSEWHERE[top as keyof typeof ELSEWHERE];
  return base === undefined ? undefined : join(base, dirname(test));
}

const tests = readdirSync(join(repository.root, 'test/unit'), { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.test.ts') && file.includes('/'),
);

it('a unit test lies where its source does', () => {
  const stray = tests.filter((test) => {
    const folder = dirname(test) === OF_WHOLE_MODELS ? 'src/model' : mirrored(test);
    return folder !== undefined && !existsSync(join(repository.root, folder));
  });
  expect(tests.length).toBeGreaterThan(200);
  expect(stray).toEqual([]);
});

it('a folder of unit tests belongs to a layer, to deploy, to bin or to the tests', () => {
  const strange = tests.filter(
    (test) => mirrored(test) === undefined && !OF_TESTS.includes(test.split('/')[0] ?? ''),
  );
  expect(strange).toEqual([]);
});
