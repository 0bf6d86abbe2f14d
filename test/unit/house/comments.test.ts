import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from '../../../deploy/local/repository.ts';
import { unnamedSubjects } from '../../house/comments.ts';

it.each(['src', 'deploy', 'test', 'bin'])(
  'doc comments below %s open with the noun that they define',
  (top) => {
    const files = readdirSync(join(repository.root, top), { recursive: true, encoding: 'utf8' });
    const sources = files.filter(
      (file) => /\.m?[tj]s$/.test(file) && !file.endsWith('house/comments.test.ts'),
    );
    expect(sources).not.toEqual([]);
    const found = sources.flatMap((file) =>
      unnamedSubjects(readFileSync(join(repository.root, top, file), 'utf8')).map(
        (line) => `${file}: ${line}`,
      ),
    );
    expect(found).toEqual([]);
  },
);

it.each([
  ['/** What a rule asks for. */', ['What a rule asks for. */']],
  ['/**\n * How often it asks.\n */', ['How often it asks.']],
  ['/** Interval between two queries. */', []],
  ['/** Whether the rule is ready. */', []],
  ['// What follows is no doc comment.', []],
])('the check of %s finds %j', (source, expected) => {
  expect(unnamedSubjects(source)).toEqual(expected);
});
