import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/**
 * Path of a command as the shell finds it on PATH; a path is its own. Undefined where there is none, and where one of a
 * relative folder would be the first one: it would depend on where the user happens to be.
 */
export function lookPath(command: string, { PATH: path = '' }: NodeJS.ProcessEnv): string | undefined {
  if (command.includes('/')) {
    return command;
  }
  const found = path
    .split(delimiter)
    .map((folder) => join(folder || '.', command))
    .find(isProgram);
  return found !== undefined && isAbsolute(found) ? found : undefined;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return !statSync(file).isDirectory();
  } catch {
    return false;
  }
}
