import { describe, expect, it } from 'vitest';
import type { Rule } from '../../../../../src/console/api/types.ts';
import {
  besides,
  healthOfCondition,
  isWebAddress,
  meaningOf,
  rivalOf,
  sharersOf,
  titleOf,
  whatFollows,
  whatItEncrypts,
  whatItTakes,
} from '../../../../../src/console/pages/rule/words.ts';
import { healthOfRule } from '../../../../../src/console/parts/health.ts';

function rule(members: Partial<Rule> = {}): Rule {
  return {
    rule_id: 'a',
    name: 'web',
    protocol: 'http',
    service_id: 'web',
    container_port: 80,
    urls: ['http://a.example.com/'],
    host: 'a.example.com',
    port: 80,
    path: '/',
    summary: '',
    weight: 100,
    certificate_id: 0,
    certificate_name: '',
    ready: 'True',
    reason: 'Ready',
    message: '',
    todo: '',
    conditions: [],
    created_at: '',
    generation: 1,
    managed_by: '',
    ...members,
  };
}

function condition(members: Partial<Rule['conditions'][number]>) {
  return {
    type: 'Accepted',
    status: 'True',
    reason: 'Accepted',
    message: '',
    since: '',
    todo: '',
    ...members,
  } as const;
}

it('what a rule takes reads as a sentence', () => {
  expect(whatItTakes(rule())).toBe('Takes requests for a.example.com and all paths at port 80.');
  expect(whatItTakes(rule({ host: '*.example.com', path: '/a', summary: 'GET, header x=1' }))).toBe(
    'Takes requests for all names below example.com and paths below /a at port 80. Conditions: GET, header x=1.',
  );
  expect(whatItTakes(rule({ protocol: 'grpc', port: 443 }))).toMatch(
    /^Takes calls of gRPC .* at port 443\.$/,
  );
  expect(whatItTakes(rule({ protocol: 'tls' }))).toMatch(/undecrypted/);
  expect(whatItTakes(rule({ protocol: 'udp', host: '', port: 53 }))).toBe(
    'Takes all datagrams at port 53 of the gateway.',
  );
});

it('what a rule does about HTTPS is said where it is a question', () => {
  expect(whatItEncrypts(rule())).toMatch(/in the clear/);
  expect(whatItEncrypts(rule({ certificate_id: 7 }))).toMatch(/certificate 7/);
  expect(whatItEncrypts(rule({ certificate_name: 'web-tls' }))).toMatch(/Secret web-tls/);
  expect(whatItEncrypts(rule({ protocol: 'tcp' }))).toBe('');
});

it('a rule is called by its address, else by its host, else by its name', () => {
  expect(titleOf(rule())).toBe('http://a.example.com/');
  expect(titleOf(rule({ urls: [], host: '*.example.com', path: '/a' }))).toBe('*.example.com/a');
  expect(titleOf(rule({ urls: [], host: '0.0.0.0', path: '', port: 53 }))).toBe('0.0.0.0:53');
  expect(titleOf(rule({ urls: [], host: '' }))).toBe('web');
  expect([
    isWebAddress('https://a/'),
    isWebAddress('tcp://a:1'),
    isWebAddress('javascript:alert(1)'),
  ]).toEqual([true, false, false]);
});

describe('the health', () => {
  it('of a rule with a field without effect is a warning', () => {
    const lossy = condition({ type: 'FullyExpressed', status: 'False' });
    expect(healthOfRule(rule())).toBe('good');
    expect(healthOfRule(rule({ conditions: [lossy] }))).toBe('warning');
    expect(healthOfRule(rule({ ready: 'False', conditions: [lossy] }))).toBe('bad');
    expect(healthOfRule(rule({ ready: 'Unknown' }))).toBe('busy');
  });

  it('of a condition is bad where it stops requests', () => {
    expect(healthOfCondition(condition({ status: 'False' }))).toBe('bad');
    expect(healthOfCondition(condition({ type: 'FullyExpressed', status: 'False' }))).toBe('warning');
    expect(healthOfCondition(condition({ status: 'Unknown' }))).toBe('busy');
    expect(healthOfCondition(condition({ status: 'Unknown', reason: 'NotProbed' }))).toBe('off');
  });
});

it('rules with the same conditions share, and all others for the host and path answer beside', () => {
  const own = rule();
  const canary = rule({ rule_id: 'b' });
  const testers = rule({ rule_id: 'c', summary: 'header x=1' });
  const elsewhere = rule({ rule_id: 'd', path: '/other' });
  const all = [own, canary, testers, elsewhere];
  expect(sharersOf(own, all)).toEqual([own, canary]);
  expect(besides(own, all)).toEqual([canary, testers]);
  const tcp = rule({ protocol: 'tcp', host: '0.0.0.0', path: '', port: 1 });
  const other = { ...tcp, rule_id: 'e', port: 2 };
  expect(sharersOf(tcp, [tcp, other])).toEqual([tcp]);
  expect(besides(tcp, [tcp, other])).toEqual([]);
});

it('a condition reads in plain words, and one that follows from another says from which', () => {
  const meanings = [
    condition({}),
    condition({ type: 'ResolvedRefs' }),
    condition({ type: 'Programmed', status: 'False', reason: 'NotAccepted' }),
    condition({ type: 'Serving', status: 'Unknown', reason: 'RefsNotResolved' }),
    condition({ type: 'New', status: 'False' }),
  ].map(meaningOf);
  expect(meanings).toEqual([
    'The rule is accepted',
    'Component and port are found',
    'Not before the rule is accepted',
    'Not before component and port are found',
    'New is False',
  ]);
});

it('another team is named as the reason only where it is one', () => {
  const refused = (reason: string) => rivalOf({ conditions: [condition({ status: 'False', reason })] });
  expect(refused('HostTaken')).toMatch(/^Another team has this host/);
  expect(refused('Duplicate')).toBe('');
  expect(rivalOf({ conditions: [condition({})] })).toBe('');
});

it('a deletion says who answers then', () => {
  const own = rule();
  const after = (others: readonly Rule[], it = own) => whatFollows(it, [it, ...others]);
  expect(after([])).toBe('Then nothing of this application answers at http://a.example.com/ any more.');
  expect(after([rule({ rule_id: 'b' })])).toMatch(/^The other rules for the same requests/);
  expect(after([rule({ rule_id: 'b', path: '/b' })])).toMatch(/other rules for a\.example\.com/);
  expect(after([rule({ rule_id: 'b', host: 'b.example.com' })])).toMatch(/nothing of this application/);
  expect(after([], rule({ ready: 'False' }))).toMatch(/^No request gets through to it now/);
  const tcp = rule({ protocol: 'tcp', host: '0.0.0.0', path: '', port: 1, urls: [] });
  expect(after([{ ...tcp, rule_id: 'b', port: 2 }], tcp)).toMatch(/answers at 0\.0\.0\.0:1 any more/);
});
