import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  candidatesOf,
  competingRules,
  hostPlace,
  isHttp,
  isTcp,
  placeOf,
  placeSelector,
  placesOf,
  portPlace,
} from '../../../src/rule/candidate.ts';
import { effective } from '../../../src/rule/effective.ts';
import { competing, ruleOf, tcpRuleOf } from '../../support/rules.ts';

const shop = ruleOf({}, { name: 'shop' });
const port = tcpRuleOf({}, { name: 'port' });
const invalid = ruleOf({ domainName: 'Not A Host' }, { name: 'invalid' });
const foreign = ruleOf({}, { name: 'foreign', namespace: 'kube-system' });
const leaving = ruleOf({}, { name: 'leaving', deletionTimestamp: '2026-01-02T00:00:00Z' });
const stored = [shop, port, invalid, foreign, leaving];

const namesOf = (candidates: ReturnType<typeof candidatesOf>) =>
  candidates.map(({ object }) => object.metadata.name);

describe('a candidate', () => {
  it('is valid, of a team, and not being deleted', () => {
    expect(namesOf(candidatesOf(stored, (name) => name === 'team'))).toEqual(['shop', 'port']);
  });

  it('is an HTTP or a TCP rule', () => {
    expect(namesOf(competing([shop, port]).filter(isHttp))).toEqual(['shop']);
    expect(namesOf(competing([shop, port]).filter(isTcp))).toEqual(['port']);
  });
});

describe('rules compete', () => {
  it('for a host or a port', () => {
    expect(placeOf(effective(shop.spec))).toBe(hostPlace('shop.example.com'));
    expect(placeOf(effective(port.spec))).toBe(portPlace(30000));
    expect(stored.map((rule) => placesOf(rule).length)).toEqual([1, 1, 0, 1, 1]);
  });

  it('for one place only where host and port are the same', () => {
    const ports = fc.integer({ min: 1, max: 65_535 });
    fc.assert(fc.property(ports, ports, (a, b) => (portPlace(a) === portPlace(b)) === (a === b)));
    fc.assert(fc.property(ports, (number) => portPlace(number) !== hostPlace(String(number))));
  });

  it('as far as their namespaces belong to teams', () => {
    const by = (_: 'place', place: string) =>
      stored.filter((rule) => placesOf(rule).some((each) => each === place));
    const get = (name: string) => (name === 'team' ? {} : undefined);
    const caches = { rules: { store: { by } }, namespaces: { store: { get } } };
    expect(namesOf(competingRules(caches, hostPlace('shop.example.com')))).toEqual(['shop']);
    expect(namesOf(competingRules(caches, portPlace(30000)))).toEqual(['port']);
    expect(namesOf(competingRules(caches, portPlace(30001)))).toEqual([]);
  });
});

it('selects competing rules by the fields that the API server selects by', () => {
  expect(placeSelector(effective(shop.spec))).toBe('spec.http.domainName=shop.example.com');
  expect(placeSelector(effective(port.spec))).toBe('spec.protocol=tcp,spec.tcp.endPoint.port=30000');
});
