import { expect, it } from 'vitest';
import { isLoopback } from '../../../src/base/loopback.ts';

it.each([
  ['http://localhost:8080', true],
  ['http://127.0.0.1/', true],
  ['http://127.1', true],
  ['http://[::1]:1', true],
  ['http://localhost.example.com', false],
  ['http://127.0.0.1.example.com', false],
  ['http://10.0.0.1', false],
])('%s is this machine: %s', (url, expected) => {
  expect(isLoopback(new URL(url))).toBe(expected);
});
