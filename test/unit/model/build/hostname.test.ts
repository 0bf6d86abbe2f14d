import { describe, expect, it } from 'vitest';
import { renameInEnv, renameInText } from '../../../../src/model/build/hostname.ts';
import { publishedParts } from '../../../support/published.ts';

const RENAMED = new Map([
  ['db', 'db-a1b2'],
  ['api', 'api-c3d4'],
]);

describe('the value of an env', () => {
  it.each([
    ['HOST', 'db', 'db-a1b2'],
    ['DB_HOST', 'db', 'db-a1b2'],
    ['DB_HOSTNAME', 'db', 'db-a1b2'],
    ['GHOST', 'db', 'db'],
    ['DB_NAME', 'db', 'db'],
    ['DB_HOST', 'db.example.com', 'db.example.com'],
    ['DB_HOST', 'db:5432', 'db-a1b2:5432'],
    ['URL', 'http://api', 'http://api-c3d4'],
    ['URL', 'http://api:80/db', 'http://api-c3d4:80/db'],
    ['URL', 'http://api/v1?to=http://db/', 'http://api-c3d4/v1?to=http://db-a1b2/'],
    ['URL', 'http://api.example.com/', 'http://api.example.com/'],
    ['URL', 'http://api-gateway/', 'http://api-gateway/'],
    ['DSN', 'postgres://db:db@db:5432/db', 'postgres://db:db@db-a1b2:5432/db'],
    ['DSN', 'amqp://u:p@db', 'amqp://u:p@db-a1b2'],
    ['DSN', 'mysql:host=db;port=1', 'mysql:host=db;port=1'],
    ['BROKERS', 'db:1,api:2,other:3', 'db-a1b2:1,api-c3d4:2,other:3'],
    ['TIME', '12:30', '12:30'],
    ['EMPTY', '', ''],
  ])('%s=%s becomes %s', (name, value, expected) => {
    expect(renameInEnv(name, value, RENAMED)).toBe(expected);
  });
});

it('a config file has its hosts renamed, and not its keys', () => {
  expect(renameInText('db:\n  url: http://db/x\n  user: db@api.com\nproxy http://api;', RENAMED)).toBe(
    'db:\n  url: http://db-a1b2/x\n  user: db@api.com\nproxy http://api-c3d4;',
  );
});

it('a Service whose name has a meaning in JavaScript is renamed like any other', () => {
  expect(renameInText('http://constructor/', new Map([['constructor', 'x']]))).toBe('http://x/');
  expect(renameInText('http://constructor/', RENAMED)).toBe('http://constructor/');
});

interface Row {
  readonly name: string;
  readonly remap: Readonly<Record<string, string>>;
  readonly host_env: boolean;
  readonly in: unknown;
  readonly out: unknown;
}

const published = publishedParts('tables.json') as { hostname_remap: { rows: Row[] } } | undefined;

describe.runIf(published !== undefined)('published', () => {
  it.each(published?.hostname_remap.rows ?? [])('$name', ({ remap, host_env, in: before, out }) => {
    const renamed = new Map(Object.entries(remap));
    expect(renameInEnv(host_env ? 'DB_HOST' : 'VALUE', String(before), renamed)).toBe(String(out));
  });
});
