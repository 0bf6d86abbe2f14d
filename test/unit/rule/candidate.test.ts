import { describe, expect, it } from 'vitest';
import {
  candidatesOf,
  competingRules,
  isHttp,
  isTcp,
  nameSelectors,
  namesOf,
} from '../../../src/rule/candidate.ts';
import { effective } from '../../../src/rule/effective.ts';
import { competing, ruleOf, tcpRuleOf } from '../../support/rules.ts';

const shop = ruleOf({}, { name: 'shop' });
const port = tcpRuleOf({}, { name: 'port' });
const invalid = ruleOf({ domainName: 'Not A Host' }, { name: 'invalid' });
const foreign = ruleOf({}, { name: 'foreign', namespace: 'kube-system' });
const leaving = ruleOf({}, { name: 'leaving', deletionTimestamp: '2026-01-02T00:00:00Z' });
const stored = [shop, port, invalid, foreign, leaving];

const objectsOf = (candidates: ReturnType<typeof candidatesOf>) =>
  candidates.map(({ object }) => object.metadata.name);

describe('a candidate', () => {
  it('is valid, of a team, and not being deleted', () => {
    expect(objectsOf(candidatesOf(stored, (name) => name === 'team'))).toEqual(['shop', 'port']);
  });

  it('is an HTTP or a TCP rule', () => {
    expect(objectsOf(competing([shop, port]).filter(isHttp))).toEqual(['shop']);
    expect(objectsOf(competing([shop, port]).filter(isTcp))).toEqual(['port']);
  });
});

describe('rules compete', () => {
  it('for a host or a port', () => {
    const [host, number] = ['shop.example.com', 'port 30000'];
    expect(stored.map(namesOf)).toEqual([[host], [number], [], [host], [host]]);
  });

  it('within their namespace, as far as it belongs to a team', () => {
    const by = (_: 'name', name: string) => stored.filter((rule) => namesOf(rule).includes(name));
    const get = (name: string) => (name.includes('team') ? {} : undefined);
    const caches = { rules: { store: { by } }, namespaces: { store: { get } } };
    const competing = (name: string, namespace = 'team') =>
      objectsOf(competingRules(caches, name, namespace));
    expect(competing('shop.example.com')).toEqual(['shop']);
    expect(competing('port 30000')).toEqual(['port']);
    expect(competing('port 30001')).toEqual([]);
    expect(competing('shop.example.com', 'other-team')).toEqual([]);
    expect(competing('shop.example.com', 'kube-system')).toEqual([]);
  });
});

it('selects competing rules by the fields that the API server selects by', () => {
  expect(nameSelectors(effective(shop.spec))).toEqual([
    'spec.http.domainName=shop.example.com',
    'spec.tls.domainName=shop.example.com',
  ]);
  expect(nameSelectors(effective(port.spec))).toEqual(['spec.tcp.endPoint.port=30000']);
});
