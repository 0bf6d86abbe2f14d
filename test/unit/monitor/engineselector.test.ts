import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseConfig } from '../../../src/config.ts';
import { engineSelectorsOf } from '../../../src/monitor/engineselector.ts';

/** Setting as a configuration file has it. */
function configured(engineSelector: unknown): string | undefined {
  const gateway = { namespace: 'a', name: 'b' };
  const { monitoring } = parseConfig(JSON.stringify({ gateway, monitoring: { engineSelector } }), 'file');
  return monitoring.engineSelector;
}

it('selects the namespace of the Gateway, and those in which engines usually run', () => {
  expect(engineSelectorsOf(undefined, 'stoa-system')).toEqual({
    traefik: 'namespace=~"stoa-system|traefik|kube-system"',
    envoy: 'namespace=~"stoa-system|envoy-gateway-system"',
  });
  expect(engineSelectorsOf(undefined, 'traefik').traefik).toBe('namespace=~"traefik|kube-system"');
});

it('selects what the configuration says, and nothing else', () => {
  const selector = 'job="gateway"';
  expect(engineSelectorsOf(selector, 'stoa-system')).toEqual({ traefik: selector, envoy: selector });
});

it.each([
  ['namespace="traefik"', 'namespace="traefik"'],
  [' namespace =~ "a|b" , pod!~"x.*",', 'namespace=~"a|b",pod!~"x.*"'],
  ['namespace="a", # where it runs\n', 'namespace="a"'],
  ['namespace=~"a\\\\.b{2}",job!="é"', 'namespace=~"a\\\\.b{2}",job!="é"'],
])('reads %j', (text, read) => {
  expect(configured(text)).toBe(read);
});

it.each([
  'namespace="a"} or up{',
  'namespace="a"}[5m',
  'namespace="a"} offset 5m # ',
  'namespace="a" #',
  'namespace="a",job',
  'namespace',
  '"namespace"="a"',
  '"up"',
  '__name__="up"',
  "namespace='a'",
  'namespace=`a`',
  'namespace="a\\q"',
  'namespace="a\nb"',
  'namespace=a',
  '{namespace="a"}',
  '$traefik',
  'namespace=~"$pods"',
])('refuses %j, and names the field', (text) => {
  expect(() => configured(text)).toThrow(
    'file: monitoring.engineSelector: must be label matchers of PromQL with double quotes and without $, such as namespace="traefik"',
  );
});

it.each(['', ' ', 'namespace!="team"', 'namespace!~"team-.*"', 'namespace=""'])(
  'refuses %j, which selects no targets',
  (text) => {
    expect(() => configured(text)).toThrow(
      'file: monitoring.engineSelector: must have a matcher that selects the targets of the gateway',
    );
  },
);

it('reads its own form again, and nothing that leaves the braces', () => {
  const pieces = ['a', '="a"', '=~', '"', '\\', '}', '{', ',', '#', '\n', ' ', '`', "'"];
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...pieces) }), (setting) => {
      let read: string | undefined;
      try {
        read = configured(setting);
      } catch (error) {
        expect((error as Error).message).toContain('monitoring.engineSelector: ');
        return;
      }
      expect(configured(read)).toBe(read);
      expect(read).toMatch(/^(\w+(=|!=|=~|!~)"([^"\\\n]|\\.)*"(,|$))+$/);
    }),
    { numRuns: 2_000 },
  );
});
