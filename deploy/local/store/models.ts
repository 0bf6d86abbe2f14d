import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One version of an application model: the text of its file, valid or not. */
export interface StoredModel {
  readonly app: string;
  readonly version: string;
  readonly text: string;
}

/** `NAME.json` is version 1.0 of the application NAME, `NAME@2.0.json` another version. */
const FILE = /^(?<app>[^@]+)(?:@(?<version>.+))?\.json$/;

/** Versions of an application in these folders, in order; read at each call, so that models can be added. */
export function versionsOf(folders: readonly string[], app: string): StoredModel[] {
  return folders
    .flatMap((folder) => readdirSync(folder).map((file) => ({ path: join(folder, file), file })))
    .flatMap(({ path, file }) => {
      const { app: name, version = '1.0' } = FILE.exec(file)?.groups ?? {};
      return name === app ? [{ app, version, text: readFileSync(path, 'utf8') }] : [];
    })
    .toSorted((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }));
}

/** Newest versions of all applications in these folders, in the order of their names. */
export function newestIn(folders: readonly string[]): StoredModel[] {
  const apps = folders.flatMap((folder) =>
    readdirSync(folder).flatMap((file) => FILE.exec(file)?.groups?.app ?? []),
  );
  return [...new Set(apps)].toSorted().flatMap((app) => versionsOf(folders, app).at(-1) ?? []);
}

/** Title of a model; the name of its file where it has none. */
export function titleOf({ app, text }: StoredModel): string {
  const { group_name: name } = jsonOf(text);
  return typeof name === 'string' && name !== '' ? name : app;
}

/** Text of a model without its first component, which differs from the one before. */
export function withoutFirstComponent(text: string): string {
  const { apps, ...model } = jsonOf(text);
  return JSON.stringify({ ...model, apps: Array.isArray(apps) ? apps.slice(1) : [] });
}

function jsonOf(text: string): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}
