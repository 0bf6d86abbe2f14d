import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from '../../../deploy/local/repository.ts';

/** Names that several rooms have for the same: steps of a loop, a process of a role, an ability of an engine. */
const ROLES = [
  ...['observe', 'decide', 'createCaches', 'acceptedVerdict', 'run'],
  ...['basicAuth', 'rateLimit', 'requestLimit'],
];

/** Files by the names of the functions that they export; the console is a program of its own. */
function filesByName(): ReadonlyMap<string, readonly string[]> {
  const root = join(repository.root, 'src');
  const found = new Map<string, string[]>();
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((each) => each.endsWith('.ts') && !each.startsWith('console/'))) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/^export (?:async )?function\*? ?(\w+)/gm)) {
      found.set(name, [...(found.get(name) ?? []), file]);
    }
  }
  return found;
}

it('no two functions below src have one name for different things', () => {
  const found = filesByName();
  expect(found.size).toBeGreaterThan(1_000);
  const shared = [...found].filter(([name, files]) => files.length > 1 && !ROLES.includes(name));
  expect(Object.fromEntries(shared)).toEqual({});
});
