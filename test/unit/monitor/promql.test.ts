import { parser } from '@prometheus-io/lezer-promql';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { equal, literal, matching, oneOf } from '../../../src/base/promql.ts';
import { itemsOf, SOURCES } from '../../../src/monitor/items.ts';
import type { Matchers } from '../../../src/monitor/placeholder.ts';
import { queryOf } from '../../../src/monitor/promql.ts';
import { ENGINES, withoutPresence } from './support.ts';

const NOBODY: Matchers = {
  traefik: undefined,
  envoy: undefined,
  component: undefined,
  rainbond: undefined,
  pods: undefined,
  services: undefined,
};

/** Names of the nodes of a query, and whether it can be read. */
function shapeOf(query: string): { readonly selectors: number; readonly broken: boolean } {
  let selectors = 0;
  let broken = false;
  parser.parse(query).iterate({
    enter: ({ type }) => {
      selectors += type.name === 'VectorSelector' ? 1 : 0;
      broken ||= type.isError;
    },
  });
  return { selectors, broken };
}

const nasty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('"', '\\', '}', '{', '\n', '`', "'", '#', '|', '$', ')', 'a', '\ud800'),
  }),
);

it('no value breaks out of its string literal', () => {
  fc.assert(
    fc.property(nasty, nasty, (a, b) => {
      const query = `up{${equal('a', a)},${oneOf('b', [a, b])},${matching('c', literal(b))}}`;
      expect(shapeOf(query)).toEqual({ selectors: 1, broken: false });
      expect(query.includes('\n')).toBe(false);
    }),
    { numRuns: 1_000 },
  );
});

it('a literal matches itself and nothing else', () => {
  fc.assert(
    fc.property(nasty, nasty, (text, other) => {
      const pattern = new RegExp(`^(?:${literal(text)})$`);
      expect(pattern.test(text)).toBe(true);
      expect(pattern.test(other)).toBe(text === other);
    }),
    { numRuns: 1_000 },
  );
});

it('queries an item of all components at once', () => {
  const component = { matchers: { ...NOBODY, pods: 'namespace="team",pod=~"web-.+"' } };
  const item = { name: 'memory', templates: ['sum(memory{$pods})'] };
  const query = queryOf(item, [component, { matchers: NOBODY }, component]);
  expect(query).toBe(
    [0, 2]
      .map(
        (index) =>
          `label_replace((sum(memory{namespace="team",pod=~"web-.+"})\n), "stoa_component", "${index}", "", "")`,
      )
      .join(' or '),
  );
});

it('has no query where no component has series of an item', () => {
  expect(
    queryOf({ name: 'memory', templates: ['sum(memory{$pods})'] }, [{ matchers: NOBODY }]),
  ).toBeUndefined();
  expect(queryOf({ name: 'memory', templates: ['sum(memory{$pods})'] }, [])).toBeUndefined();
});

it.each([undefined, ...SOURCES])('makes valid PromQL of the built-in items from the source %s', (source) => {
  const matchers = { ...NOBODY, traefik: 'a="1"', envoy: 'b="1"', rainbond: 'c="1"' };
  for (const item of itemsOf({ engines: ENGINES, source }, []).filter(
    ({ templates }) => templates.length > 0,
  )) {
    const query =
      queryOf(
        item,
        Array.from({ length: 50 }, () => ({ matchers })),
      ) ?? '';
    expect(shapeOf(query).broken).toBe(false);
    expect(query.match(/"stoa_component", "\d+"/g)).toHaveLength(50);
    expect(query).not.toContain('$');
  }
});

it('queries the sources that have series of a component, in their order', () => {
  const matchers = { ...NOBODY, traefik: 'a="1"', envoy: 'c="1"', rainbond: 'd="1"' };
  const [item] = itemsOf({ engines: ENGINES, roundUp: false }, []).filter(
    ({ name }) => name === 'request_client',
  );
  expect(item && queryOf(item, [{ matchers }])).toMatch(
    /\(sum\(.*traefik_.*\n\) or \(sum\(envoy_cluster_upstream_rq_active\{.*,c="1"\}\)\n\)(?!.*app_)/s,
  );
});

const form = fc.record({
  source: fc.option(fc.constantFrom(...SOURCES), { nil: undefined }),
  scrapeSeconds: fc.integer({ min: 1, max: 300 }),
  roundUp: fc.boolean(),
});

it('every selector of a built-in item is bound to the component, whatever its form and the names', () => {
  fc.assert(
    fc.property(form, nasty, (settings, name) => {
      const matchers = {
        ...NOBODY,
        traefik: equal('own', name),
        envoy: equal('own', name),
        rainbond: equal('own', name),
      };
      for (const item of itemsOf({ engines: ENGINES, ...settings }, []).filter(
        ({ templates }) => templates.length > 0,
      )) {
        const query = withoutPresence(queryOf({ ...item, unselected: undefined }, [{ matchers }]) ?? '');
        const { selectors, broken } = shapeOf(query);
        expect(broken).toBe(false);
        expect(query.split(equal('own', name)).length - 1).toBe(selectors);
      }
    }),
    { numRuns: 200 },
  );
});

/** Selectors of a query, as they are written. */
function selectorsOf(query: string): readonly string[] {
  const found: string[] = [];
  parser.parse(query).iterate({
    enter: ({ type, from, to }) => {
      found.push(...(type.name === 'VectorSelector' ? [query.slice(from, to)] : []));
    },
  });
  return found;
}

it('every selector of an engine’s series is bound to the gateway, whatever its form and those of custom items', () => {
  const own = ['sum(rate(traefik_open_connections{$traefik}[5m]))', 'envoy_x{a="b",$envoy} # $envoy'];
  const items = own.map((query, index) => ({ name: `own${index}`, query }));
  const matchers = { ...NOBODY, traefik: 'own="1"', envoy: 'own="1"', rainbond: 'own="1"' };
  const selector = 'job="1m / 60 {}()"';
  fc.assert(
    fc.property(form, (settings) => {
      for (const item of itemsOf({ ...settings, engines: { traefik: selector, envoy: selector } }, items)) {
        const query = queryOf({ ...item, unselected: undefined }, [{ matchers }]) ?? '';
        const ofEngines = selectorsOf(query).filter((each) => /^(traefik|envoy)_/.test(each));
        expect(ofEngines.filter((each) => !each.includes(selector))).toEqual([]);
      }
    }),
    { numRuns: 50 },
  );
});

it('asks with an item of engines whether a gateway is selected, and with no other item', () => {
  const matchers = { ...NOBODY, traefik: 'own="1"', envoy: 'own="1"', pods: 'own="1"' };
  const own = ['sum(a{$pods})', 'sum(b{$envoy})'].map((query, index) => ({ name: `own${index}`, query }));
  const items = itemsOf({ engines: { traefik: 'n="t"', envoy: 'n="e"' }, source: 'traefik' }, own);
  const asked = items.map((item) => queryOf(item, [{ matchers }])?.split(' or label_replace(')[1]);
  const asks = (gauge: string, selector: string) =>
    `((count(${gauge})) unless on () (${gauge}{${selector}})), "stoa_component", "unselected", "", "")`;
  expect(asked).toEqual([
    ...Array.from({ length: 5 }, () => asks('traefik_config_last_reload_success', 'n="t"')),
    undefined,
    asks('envoy_server_live', 'n="e"'),
  ]);
  expect(items.flatMap((item) => queryOf(item, [{ matchers: NOBODY }]) ?? [])).toEqual([]);
});

it('a comment at the end of a template comments out nothing else', () => {
  const item = { name: 'memory', templates: ['sum(memory{$pods}) # MiB'] };
  const query = queryOf(item, [{ matchers: { ...NOBODY, pods: 'a="1"' } }]) ?? '';
  expect(shapeOf(query)).toEqual({ selectors: 1, broken: false });
});
