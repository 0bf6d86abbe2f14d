import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One version of an application model: the text of its file, whatever that is. */
export interface Model {
  readonly app: string;
  readonly version: string;
  readonly text: string;
}

/** `NAME.json` is version 1.0 of the application NAME, `NAME@2.0.json` another version. */
const FILE = /^(?<app>[^@]+)(?:@(?<version>.+))?\.json$/;

/** Versions of an application in these folders, by name; read anew each time, so that models can be added. */
export function versionsOf(folders: readonly string[], app: string): Model[] {
  return folders
    .flatMap((folder) => readdirSync(folder).map((file) => ({ folder, file, ...FILE.exec(file)?.groups })))
    .filter((found) => 'app' in found && found.app === app)
    .map(({ folder, file, ...found }) => ({
      app,
      version: 'version' in found && found.version !== undefined ? String(found.version) : '1.0',
      text: readFileSync(join(folder, file), 'utf8'),
    }))
    .toSorted((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }));
}

/** What a model calls itself; the name of its file where it does not. */
export function titleOf({ app, text }: Model): string {
  const { group_name: name } = jsonOf(text);
  return typeof name === 'string' && name !== '' ? name : app;
}

/** The model without its first component: an answer that nobody can take for the one before. */
export function changed(text: string): string {
  const { apps, ...model } = jsonOf(text);
  return JSON.stringify({ ...model, apps: Array.isArray(apps) ? apps.slice(1) : [] });
}

function jsonOf(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
