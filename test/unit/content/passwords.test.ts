import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  idleText,
  PASSWORD_FORMS,
  type PasswordReader,
  passwordReadings,
  passwordRecipe,
} from '../../../src/content/passwords.ts';
import { passwordLine, secretData } from '../../support/passwords.ts';

const ADA = passwordLine('ada', 'enigma');
const BOB = passwordLine('bob', 'secret');
const APR1 = 'cleo:$apr1$c4xzrTRW$6xwgmTgTVjB1zZXVTiE5w0';
const BCRYPT = 'dora:$2y$05$4dBCvSnS9cJSfAsKO6ZJ6ux7Wb8nCkGXz7DbNlKAMqcxV0xzhJ0Ue';
const SHA512 = 'ed:$6$salt$hash';
const PLAIN = 'fay:word';
const HTPASSWD = 'nginx.org/htpasswd';
const PAIR = 'kubernetes.io/basic-auth';

const KEYS = { traefik: 'users', envoy: '.htpasswd', nginx: 'auth' } as const;
const TYPES = { traefik: undefined, envoy: undefined, nginx: HTPASSWD } as const;
const READERS = Object.keys(PASSWORD_FORMS) as readonly PasswordReader[];

/** Reading by an engine of a file under its key: `usable`, the numbers of idle lines, or the reason. */
function read(reader: PasswordReader, file: string): unknown {
  return inShort(reader, secretData({ [KEYS[reader]]: file }, TYPES[reader]));
}

function inShort(reader: PasswordReader, secret: Parameters<typeof passwordReadings>[0]): unknown {
  const reading = passwordReadings(secret)[reader];
  const idle = reading.type === 'usable' && reading.idle.length > 0 ? reading.idle : 'usable';
  return reading.type === 'usable' ? idle : reading.why;
}

describe('a file', () => {
  const NO_PAIR = 'line 2 of its key users is not NAME:HASH';
  const NO_SHA = 'line 2 of its key .htpasswd is not NAME:{SHA}HASH';
  it.each<[string, string, unknown, unknown, unknown]>([
    ['one name', ADA, 'usable', 'usable', 'usable'],
    ['two names and an end of line', `${ADA}\n${BOB}\n`, 'usable', 'usable', 'usable'],
    ['an empty line', `${ADA}\n\n${BOB}`, 'usable', 'usable', 'usable'],
    [
      'ends of lines of Windows',
      `${ADA}\r\n${BOB}\r\n`,
      'usable',
      expect.stringContaining('line 1'),
      'usable',
    ],
    ['a comment', `${ADA}\n# all of them`, NO_PAIR, NO_SHA, 'usable'],
    ['a comment with a colon', `${ADA}\n#: b`, [2], NO_SHA, 'usable'],
    ['a blank', `${ADA}\n `, NO_PAIR, NO_SHA, [2]],
    ['a third part', `${ADA}\n${BOB}:staff`, NO_PAIR, NO_SHA, 'usable'],
    ['a name alone', `${ADA}\nbob`, NO_PAIR, NO_SHA, [2]],
    ['no name', `${ADA}\n${BOB.replace('bob', '')}`, 'usable', NO_SHA, 'usable'],
    [
      'the same name twice',
      `${ADA}\n${passwordLine('ada', 'other')}`,
      'usable',
      'line 2 of its key .htpasswd repeats a name',
      'usable',
    ],
    ['other hashes', `${ADA}\n${APR1}\n${BCRYPT}`, 'usable', NO_SHA, 'usable'],
    ['a hash of crypt', `${ADA}\n${SHA512}`, [2], NO_SHA, 'usable'],
    ['a password as it is', `${ADA}\n${PLAIN}`, [2], NO_SHA, [2]],
    ['a hash that is cut off', `${ADA}\n${BOB.slice(0, -2)}`, [2], NO_SHA, 'usable'],
  ])('with %s is read as each engine does', (_, file, traefik, envoy, nginx) => {
    expect(READERS.map((reader) => read(reader, file))).toEqual([traefik, envoy, nginx]);
  });

  it.each<[string, string]>([
    ['nothing', ''],
    ['empty lines only', '\n\n'],
    ['passwords as they are', PLAIN],
    ['text', 'not htpasswd at all'],
  ])('with %s is of no use to any engine', (_, file) => {
    for (const reader of READERS) {
      expect(read(reader, file)).toMatch(/^(no line|line 1) of its key/);
    }
  });

  it.each(READERS)('with more bytes than %s is given is of no use to it', (reader) => {
    expect(read(reader, `${ADA}\n`.repeat(2_000))).toBe(`its key ${KEYS[reader]} has more than 65535 bytes`);
  });

  it.each<[string, string, unknown, unknown]>([
    ['bcrypt of the cost 12', `$2y$12$${'a'.repeat(53)}`, 'usable', 'usable'],
    ['bcrypt of the cost 13', '$2y$13$', 'bcrypt of the cost 13', 'bcrypt of the cost 13'],
    ['bcrypt of the highest cost', '$2a$31$', 'bcrypt of the cost 31', 'bcrypt of the cost 31'],
    ['bcrypt in its first version', '$2$17$', 'bcrypt of the cost 17', 'of a kind that Stoa does not know'],
    // Go takes two characters for the cost, whatever the third one is, and reads on behind it.
    ['bcrypt of a cost without an end', `$2y$31X${'a'.repeat(53)}`, 'of the cost 31', 'of the cost 31'],
    ['bcrypt of three digits', `$2y$312$${'a'.repeat(53)}`, 'of the cost 31', 'of the cost 31'],
    ['bcrypt of a cost with a sign', `$2y$+9$${'a'.repeat(53)}`, 'by bcrypt that', 'by bcrypt that'],
    ['bcrypt of a length of its own', `$2y$05$${'a'.repeat(54)}`, 'by bcrypt that', 'by bcrypt that'],
    ['bcrypt of another version', `$2c$05$${'a'.repeat(53)}`, 'by bcrypt that', 'that Stoa does not know'],
    ['a number of rounds', '$6$rounds=999999999$salt$hash', 'rounds of its own', 'rounds of its own'],
    ['yescrypt', '$y$j9T$salt$hash', [2], 'of a kind that Stoa does not know'],
    ['BSDi', '_zzzzsalt', [2], 'of a kind that Stoa does not know'],
  ])('with a hash by %s costs the engine no more than all others', (_, hash, traefik, nginx) => {
    const expected = (what: unknown) =>
      what === 'usable' || typeof what !== 'string' ? what : expect.stringContaining(what);
    expect(read('traefik', `${ADA}\nbob:${hash}`)).toEqual(expected(traefik));
    expect(read('nginx', `${ADA}\nbob:${hash}`)).toEqual(expected(nginx));
  });
});

describe('a Secret', () => {
  it.each<[string, PasswordReader, Readonly<Record<string, string>>, string | undefined, unknown]>([
    ['no key', 'traefik', {}, undefined, 'it has no keys, and Traefik reads a Secret with exactly one'],
    ['a key of any name', 'traefik', { passwords: ADA }, undefined, 'usable'],
    ['two keys', 'traefik', { users: ADA, auth: ADA }, undefined, 'it has 2 keys (auth, users), and Traefik'],
    [
      'a pair',
      'traefik',
      { username: 'bob', password: 'pw' },
      undefined,
      'username and password of the type',
    ],
    ['a pair, told by its type', 'traefik', { username: 'bob', password: 'pw' }, PAIR, 'usable'],
    ['half a pair', 'traefik', { username: 'bob' }, PAIR, 'reads the keys username and password'],
    ['a colon in a name', 'traefik', { username: 'b:b', password: 'pw' }, PAIR, 'takes no colon'],
    ['a pair', 'envoy', { username: 'bob', password: 'pw' }, PAIR, 'and Envoy reads the key .htpasswd'],
    [
      'another key',
      'envoy',
      { users: ADA },
      undefined,
      'it has 1 key (users), and Envoy reads the key .htpasswd',
    ],
    ['its key beside others', 'envoy', { '.htpasswd': ADA, users: 'x' }, undefined, 'usable'],
    ['no type', 'nginx', { auth: ADA }, undefined, 'it has the type Opaque, and NGINX Gateway Fabric reads'],
    ['its type and another key', 'nginx', { users: ADA }, HTPASSWD, 'reads the key auth'],
    ['its type and key', 'nginx', { auth: ADA }, HTPASSWD, 'usable'],
  ])('with %s is judged for %s', (_, reader, texts, type, expected) => {
    expect(inShort(reader, secretData(texts, type))).toEqual(
      expected === 'usable' ? expected : expect.stringContaining(String(expected)),
    );
  });

  it('of any content is read without an error, and no reading tells a part of a value', () => {
    const value = fc.array(
      fc.string({ minLength: 8, unit: fc.constantFrom('§', 'ä', 'ß', ':', '\n', '\r') }),
    );
    const data = fc.dictionary(
      fc.stringMatching(/^[a-z._-]{1,9}$/),
      value.map((parts) => parts.join('\n')),
    );
    const type = fc.constantFrom(undefined, HTPASSWD, PAIR);
    fc.assert(
      fc.property(data, type, (texts, kind) => {
        const readings = passwordReadings(secretData(texts, kind));
        expect(JSON.stringify(readings)).not.toMatch(/[§äß]/);
      }),
    );
  });
});

it.each(READERS)('what the recipe of %s creates is usable', (reader) => {
  const [, type, key = ''] =
    /^kubectl create secret generic pw(?: --type=(\S+))? --from-file=(\S+)=FILE/.exec(
      passwordRecipe(reader, 'pw'),
    ) ?? ['', undefined];
  expect(passwordReadings(secretData({ [key]: ADA }, type))[reader]).toEqual({ type: 'usable', idle: [] });
});

it('names the first lines that let nobody in', () => {
  expect(idleText('traefik', [2, 3, 5, 7, 11, 13, 17])).toContain(
    'line 2, 3, 5, 7, 11 and 2 more of the Secret',
  );
});
