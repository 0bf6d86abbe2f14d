import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effective } from '../../../src/rule/effective.ts';
import {
  certificateGroup,
  type GroupName,
  groupsOf,
  grpcGroup,
  parseGroupName,
  passthroughGroup,
  pathGroup,
  portGroup,
} from '../../../src/rule/groupname.ts';
import { ruleOf, tcpRuleOf } from '../../support/rules.ts';

const label = fc.stringMatching(/^[a-z0-9]([-a-z0-9]{0,14}[a-z0-9])?$/);
const host = fc.oneof(
  fc
    .tuple(fc.boolean(), fc.array(label, { minLength: 1, maxLength: 4 }))
    .map(([wildcard, labels]) => [...(wildcard ? ['*'] : []), ...labels].join('.')),
  // Hosts whose readable part looks like the name of another type of group.
  fc.constantFrom('tcp', 'tcp.30000', 'shop.cert', 'tcp-30000-cert', 'shop.sni'),
);
const path = fc.oneof(
  fc.constantFrom('/', '/-cert', '/cert'),
  fc.stringMatching(/^(\/[-._~A-Za-z0-9]{1,12}){1,4}$/),
);
const port = fc.integer({ min: 1, max: 65_535 });

const group: fc.Arbitrary<GroupName> = fc.oneof(
  fc.tuple(host, path).map(([ofHost, ofPath]) => pathGroup(ofHost, ofPath)),
  port.map(portGroup),
  host.map(certificateGroup),
  host.map(passthroughGroup),
  host.map(grpcGroup),
);

describe('the name of a group', () => {
  it('tells its type, as a label keeps it', () => {
    fc.assert(
      fc.property(group, (made) => {
        expect(parseGroupName(made.name)).toEqual(made);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is a label value and the name of an object, with room for a suffix', () => {
    fc.assert(
      fc.property(group, ({ name }) => {
        expect(name).toMatch(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/);
        expect(name.length).toBeLessThanOrEqual(63);
      }),
    );
  });
});

describe('a rule belongs', () => {
  const namesOf = (http: Parameters<typeof ruleOf>[0]) => groupsOf(effective(ruleOf(http).spec));

  it('to the group of its host and path, or of its port', () => {
    expect(namesOf({})).toEqual([pathGroup('shop.example.com', '/')]);
    expect(groupsOf(effective(tcpRuleOf().spec))).toEqual([portGroup(30000)]);
  });

  it('to the group for the calls of its host, whatever their service', () => {
    const calls = { policy: { match: { grpc: { service: 'shop.v1.Cart' } } } };
    expect(namesOf(calls)).toEqual([grpcGroup('shop.example.com')]);
    expect(namesOf({ policy: { match: { grpc: {} } } })).toEqual(namesOf(calls));
  });

  it('to that of its host’s certificate too, if it wants one obtained', () => {
    const groups = [pathGroup('shop.example.com', '/'), certificateGroup('shop.example.com')];
    expect(namesOf({ autoSsl: true })).toEqual(groups);
    expect(namesOf({ autoSsl: true, certificateId: 1 })).toEqual(groups.slice(0, 1));
  });
});
