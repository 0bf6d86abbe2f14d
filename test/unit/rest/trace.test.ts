import { expect, it } from 'vitest';
import { requestId } from '../../../src/rest/trace.ts';

it.each(['01J9ZK4X7Q', '2b0f6c1e-5a0c-4b6e-9a52-0d7f3f1c9b11', 'edge:4711.2_a', 'x'.repeat(128)])(
  'keeps the id %s of a request',
  (id) => {
    expect(requestId(id)).toBe(id);
  },
);

it.each([
  undefined,
  '',
  'short',
  'x'.repeat(129),
  'with blank',
  'forged"} {"level":30',
  'two\r\nlines',
  'ünïcode-id',
  ['01J9ZK4X7Q', '01J9ZK4X7R'],
])('gives a new one for %j', (header) => {
  const id = requestId(header);
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(requestId(header)).not.toBe(id);
});
