import { describe, expect, it } from 'vitest';
import {
  type AcceptanceView,
  type AdmissionView,
  holderOf,
  refusalByOperator,
  refusalOfPort,
  refusalOfStored,
  refusalOfWrite,
  refusalOfWritten,
} from '../../../src/rule/checks.ts';
import { effective } from '../../../src/rule/effective.ts';
import { claimOf } from '../../support/names.ts';
import { ruleOf, tcpRuleOf } from '../../support/rules.ts';

const other = ruleOf({}, { name: 'other' });
const by = claimOf('theirs/rule', 'shop.example.com', 1);
const held = { type: 'refused', refusal: { type: 'held', by } } as const;
const ports = [{ from: 30_000, to: 30_099 }];
const duplicate = { type: 'duplicate', winner: other } as const;

/** A TCP rule that nothing is wrong with. */
const accepted: AcceptanceView = {
  rule: effective(tcpRuleOf().spec),
  ports,
  listener: undefined,
  name: { type: 'granted' },
  conflict: undefined,
};

/** The types that a chain finds while one fault after the other is mended. */
function foundInTurn<V extends object>(
  good: V,
  faults: Readonly<Record<string, Partial<V>>>,
  check: (view: V) => { readonly type: string } | undefined,
): (string | undefined)[] {
  const all = Object.values(faults);
  return all.map((_, index) => check(Object.assign({}, good, ...all.slice(index)))?.type);
}

it('the operator finds what is wrong with a rule in this order', () => {
  const faults: Record<string, Partial<AcceptanceView>> = {
    reserved: { listener: 'web' },
    'not-offered': { ports: [] },
    'port-taken': { name: held },
    address: { conflict: { type: 'address', winner: other } },
  };
  expect(foundInTurn(accepted, faults, refusalByOperator)).toEqual(Object.keys(faults));
  expect(refusalByOperator(accepted)).toBeUndefined();
});

it('the REST API finds what is wrong with a write in this order', () => {
  const rule = effective(ruleOf({ certificateId: 7 }).spec);
  const destination = { type: 'resolved', service: 'web', port: 80, protocol: 'TCP' } as const;
  const admitted: AdmissionView = {
    rule,
    ports,
    name: { type: 'granted' },
    conflict: undefined,
    destination,
    hasCertificate: true,
    issuers: [],
    issuerBefore: undefined,
  };
  expect(refusalOfWrite(admitted)).toBeUndefined();
  const faults: Record<string, Partial<AdmissionView>> = {
    held: { name: held },
    duplicate: { conflict: duplicate },
    closed: { destination: { type: 'closed' } },
    'no-certificate': { hasCertificate: false },
  };
  expect(foundInTurn(admitted, faults, refusalOfWrite)).toEqual(Object.keys(faults));
  const noComponent = { ...admitted, name: held, destination: { type: 'no-component' } } as const;
  expect(refusalOfWrite(noComponent)).toMatchObject({ type: 'no-component' });
  expect(refusalOfWritten({ ...admitted, conflict: duplicate })).toBe(duplicate);
});

describe('a stored rule', () => {
  it.each([
    [ruleOf(), true, undefined],
    [ruleOf(), false, 'no-team'],
    [ruleOf({}, { deletionTimestamp: '2026-01-02T00:00:00Z' }), false, 'in-deletion'],
  ] as const)('%#: is refused before anything that it asks for', (object, inTeam, expected) => {
    expect(refusalOfStored({ object, inTeam })?.type).toBe(expected);
  });
});

it('a rule for a host needs no port', () => {
  const rule = effective(ruleOf().spec);
  expect(refusalOfPort({ rule, ports: [], listener: 'web' })).toBeUndefined();
  expect(refusalOfPort({ ...accepted, listener: 'web' })).toEqual({ type: 'reserved', listener: 'web' });
});

it('tells the rule that has what a refused one wants, and no other', () => {
  expect(holderOf(held.refusal)).toBe('theirs/rule');
  expect(holderOf({ type: 'port-taken', by: held.refusal })).toBe('theirs/rule');
  expect(holderOf(duplicate)).toBe('team/other');
  expect(holderOf({ type: 'presented', by })).toBeUndefined();
  expect(holderOf({ type: 'undeclared-refused' })).toBeUndefined();
});
