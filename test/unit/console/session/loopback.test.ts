import { expect, it } from 'vitest';
import { isLoopback } from '../../../../src/console/session/loopback.ts';

it.each(['localhost', 'stoa.localhost', '127.0.0.1', '127.1.2.3', '[::1]'])(
  '%s is the machine itself',
  (host) => {
    expect(isLoopback(host)).toBe(true);
  },
);

it.each(['stoa.example.com', 'localhost.example.com', '127.0.0.1.example.com', '10.0.0.1', '[::2]'])(
  '%s is another machine',
  (host) => {
    expect(isLoopback(host)).toBe(false);
  },
);
