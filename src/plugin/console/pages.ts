import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { besideScript, CONSOLE_FOLDER } from '../../rest/console/page.ts';
import { Refused } from '../failure.ts';

/** Folder of the bundle that `npm start` makes in a checkout. */
const BUNDLE = join(import.meta.dirname, '../../../.stoa/bundle', CONSOLE_FOLDER);

/** Folder with the page of the console: of a package, else of the checkout. Throws Refused where nobody has built one. */
export function consolePages(folders: readonly string[] = [besideScript(), BUNDLE]): string {
  const found = folders.find((folder) => existsSync(join(folder, 'index.html')));
  if (found === undefined) {
    throw new Refused(
      'this checkout has no console yet: npm start builds it, and releases of the plugin have it',
    );
  }
  return found;
}
