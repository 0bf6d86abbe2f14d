import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ENGINE_BOUNDS } from '../../../src/api/bounds.ts';
import { costFault } from '../../../src/content/passwords.ts';

const POLICY = readFileSync(new URL('../../../deploy/base/access/secrets.yaml', import.meta.url), 'utf8');

/** Expressions of the policy that find a costly hash in a file of passwords, in base64. */
const COSTLY = [...POLICY.matchAll(/!value\.matches\('([^']+)'\)/g)].map(
  ([, pattern = '']) => new RegExp(pattern),
);

/** Texts by which it finds a hash with a number of rounds. */
const ROUNDS = [...POLICY.matchAll(/!value\.contains\("([^"]+)"\)/g)].map(([, text = '']) => text);

const LINE = fc
  .tuple(
    fc.string({ maxLength: 12, unit: 'binary-ascii' }).map((text) => text.replaceAll(/[:\n\r$]/g, '-')),
    fc.constantFrom('a', 'b', 'x', 'y'),
    fc.integer({ min: 4, max: 31 }),
    fc.stringMatching(/^[./A-Za-z0-9]{53}$/),
  )
  .map(([name, version, cost, rest]) => ({
    name,
    hash: `$2${version}$${String(cost).padStart(2, '0')}$${rest}`,
  }));

it('refuses the files with a costly hash, wherever it stands, and no others', () => {
  expect(COSTLY).toHaveLength(3);
  fc.assert(
    fc.property(fc.array(LINE, { minLength: 1, maxLength: 5 }), (lines) => {
      const file = lines.map(({ name, hash }) => `${name}:${hash}\n`).join('');
      const base64 = Buffer.from(file).toString('base64');
      const isCostly = lines.some(({ hash }) => costFault(hash) !== undefined);
      expect(COSTLY.some((pattern) => pattern.test(base64))).toBe(isCostly);
    }),
    { numRuns: 1_000 },
  );
});

it('refuses a costly hash whatever stands behind its cost, in place of a dollar sign', () => {
  const end = fc.string({ minLength: 1, maxLength: 1, unit: 'binary-ascii' });
  fc.assert(
    fc.property(LINE, end, ({ name, hash }, character) => {
      const cost = Number(hash.slice(4, 6));
      fc.pre(![':', '\n', '\r'].includes(character) && cost > ENGINE_BOUNDS.passwords.bcryptCost);
      const changed = `${hash.slice(0, 6)}${character}${hash.slice(7)}`;
      const base64 = Buffer.from(`${name}:${changed}\n`).toString('base64');
      expect(costFault(changed)).toContain(`of the cost ${cost}`);
      // A policy that found each one of 13, too, would be too long for the API server.
      expect(cost === 13 || COSTLY.some((pattern) => pattern.test(base64))).toBe(true);
    }),
    { numRuns: 5_000 },
  );
});

it.each(['', 'a', 'ab', 'abc'])('refuses a number of rounds behind the name "%s"', (name) => {
  const found = (hash: string) => {
    const base64 = Buffer.from(`${name}:${hash}`).toString('base64');
    return ROUNDS.some((text) => base64.includes(text));
  };
  expect(found('$6$rounds=999999$salt$hash')).toBe(true);
  expect(found('$6$salt$hash')).toBe(false);
});

it('has expressions that the API server evaluates on the largest Secret: of 24 characters', () => {
  expect(COSTLY.map(({ source }) => source.length)).toSatisfy((lengths: number[]) =>
    lengths.every((length) => length <= 24),
  );
});

it.each([
  ['keyBytes', ENGINE_BOUNDS.key.bytes],
  ['chainBytes', ENGINE_BOUNDS.chain.bytes],
])('bounds %s as the operator does', (name, bytes) => {
  // As base64 counts bytes: up to two more.
  expect(POLICY).toContain(`variables.${name} <= ${Math.ceil(bytes / 3) * 3}`);
});
