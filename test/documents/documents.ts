import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../deploy/local/repository.ts';
import { type Page, readPage } from './page.ts';

/** The pages for users, by path below the root: README.md and those of docs. */
export function documents(): ReadonlyMap<string, Page> {
  const docs = readdirSync(join(repository.root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`);
  return new Map(['README.md', ...docs.toSorted()].map((path) => [path, pageAt(path)]));
}

/** A page by its path below the root. */
export function pageAt(path: string): Page {
  return readPage(readFileSync(join(repository.root, path), 'utf8'));
}
