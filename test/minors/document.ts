/** Writes the table of supported and tested versions into docs/operations.md: `npm run generate`. */
import { readFile, writeFile } from 'node:fs/promises';
import { gatewayApiOf, MINORS } from '../../deploy/local/binaries/minor.ts';
import versions from '../../deploy/local/binaries/versions.json' with { type: 'json' };
import { markdownTable, withGenerated } from '../../src/base/markdown.ts';
import { TESTED, type Tested, testedMinorsSchema } from './tested.ts';

/** The page, whose table stands between two markers. */
export const OPERATIONS = new URL('../../docs/operations.md', import.meta.url);

const BEGIN = '<!-- generated from test/minors/tested.json by `npm run generate`: change it there -->';
const END = '<!-- end of the generated table -->';

/** The page with its generated table up to date. Throws an Error where a marker is missing. */
export function operationsPage(page: string, tested: Readonly<Record<string, Tested>>): string {
  const newest = versions.kubernetes.split('.').slice(0, 2).join('.');
  const names = [...MINORS, newest].toSorted();
  const rows = names.map((name) => [
    name,
    gatewayApiText(name),
    name === newest ? `${versions.kubernetes}: all tests, at each change` : testedText(tested[name]),
  ]);
  return withGenerated(page, BEGIN, END, [
    markdownTable([['Kubernetes', 'Gateway API', 'tested on its API server'], ...rows]),
  ]);
}

function gatewayApiText(minor: string): string {
  const { version } = gatewayApiOf(`${minor}.0`, {});
  return version === versions.gatewayApi ? version : `${version} or older`;
}

function testedText(tested: Tested | undefined): string {
  if (tested === undefined) {
    return 'not verified';
  }
  const { kubernetes, gatewayApi, day, files, passed, failed } = tested;
  return `${kubernetes} with ${gatewayApi}, ${day}: ${files} files of cluster tests, ${passed} passed, ${failed} failed`;
}

if (import.meta.main) {
  const tested = testedMinorsSchema.parse(JSON.parse(await readFile(TESTED, 'utf8')));
  await writeFile(OPERATIONS, operationsPage(await readFile(OPERATIONS, 'utf8'), tested));
}
