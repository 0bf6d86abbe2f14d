/** Writes the OpenAPI document into docs/openapi.json: `npm run generate`. A test fails where it is stale. */
import { writeFile } from 'node:fs/promises';
import { openApiDocument } from './document.ts';

/** The generated file: its path below the repository's root, and its content. */
export function openApiFile(): { readonly path: string; readonly content: string } {
  return { path: 'docs/openapi.json', content: `${JSON.stringify(openApiDocument(), null, 2)}\n` };
}

if (import.meta.main) {
  const { path, content } = openApiFile();
  await writeFile(new URL(`../../../${path}`, import.meta.url), content);
}
