import { describe, expect, it } from 'vitest';
import { LackingPorts, MOST_FOUND } from '../../../../src/install/plan/lackingports.ts';
import type { GatewayPorts } from '../../../../src/install/plan/takennames.ts';
import type { PortStanding } from '../../../../src/names/ports.ts';
import { atOnce } from '../../../support/gradual.ts';
import { installOf } from '../../../support/plans.ts';

function metadataOf(namespace: string, uid: string) {
  return { ...installOf().metadata, namespace, name: uid, uid };
}

/** Register of installs that lack a port, each as `namespace/uid`. */
function lacking(...installs: readonly string[]): LackingPorts {
  const register = new LackingPorts();
  for (const each of installs) {
    const [namespace = '', uid = ''] = each.split('/');
    register.note(metadataOf(namespace, uid), true);
  }
  return register;
}

/** A gateway with the ports from 1, of which namespaces have a standing to the last one only. */
function gateway(
  last: Readonly<Record<string, PortStanding>>,
  {
    count = 3,
    left = {},
  }: { readonly count?: number; readonly left?: Readonly<Record<string, number>> } = {},
): GatewayPorts {
  return {
    offeredPorts: () => [{ from: 1, to: count }],
    portStanding: (port, namespace) => (port === count && last[namespace]) || 'refused',
    portsLeft: (namespace) => left[namespace] ?? 1,
  };
}

/** Uids of the installs that a search finds. */
function found(register: LackingPorts, ports: GatewayPorts): string[] {
  return atOnce(register.search(ports)).map(({ uid }) => uid);
}

describe('a search for ports that installs lack', () => {
  it.each<[string, GatewayPorts, readonly string[]]>([
    ['no port is free', gateway({}), []],
    ['a port is free for one team', gateway({ a: 'free' }), ['1', '3']],
    ['the team has the port already', gateway({ a: 'held', b: 'wanted' }), []],
    ['the team has as many as it may have', gateway({ a: 'free', b: 'free' }, { left: { a: 0 } }), ['2']],
    ['the gateway offers none', { ...gateway({ a: 'free' }), offeredPorts: () => [] }, []],
  ])('where %s', (_, ports, expected) => {
    expect(found(lacking('a/1', 'b/2', 'a/3'), ports)).toEqual(expected);
  });

  it('finds no install that has its ports by now, or is gone', () => {
    const register = lacking('a/1', 'a/2', 'a/3');
    register.note(metadataOf('a', '1'), false);
    register.delete('3');
    expect(found(register, gateway({ a: 'free' }))).toEqual(['2']);
  });

  it('finds few installs, and then the others', () => {
    const uids = Array.from({ length: MOST_FOUND + 2 }, (_, at) => `${at}`);
    const register = lacking(...uids.map((uid) => `a/${uid}`));
    const free = gateway({ a: 'free' });
    expect(found(register, free)).toEqual(uids.slice(0, MOST_FOUND));
    expect(found(register, free).slice(0, 3)).toEqual(['10', '11', '0']);
  });

  it('ends after a number of ports, and goes on with other teams the next time', () => {
    const register = lacking('a/1', 'b/2', 'c/3');
    const large = gateway({ c: 'free' }, { count: 6_000 });
    expect(found(register, large)).toEqual([]);
    expect(found(register, large)).toEqual(['3']);
  });

  it('tries the ports of a team once, however many of its installs lack one', () => {
    let tried = 0;
    const { portStanding, ...ports } = gateway({});
    const counting = {
      ...ports,
      portStanding: (port: number, namespace: string) => {
        tried += 1;
        return portStanding(port, namespace);
      },
    };
    found(lacking('a/1', 'a/2', 'a/3'), counting);
    expect(tried).toBe(3);
  });

  it('does not bring back an install that goes meanwhile', () => {
    const register = lacking('a/1');
    const search = register.search(gateway({ a: 'free' }));
    search.next();
    register.delete('1');
    expect(atOnce(search)).toEqual([]);
    expect(found(register, gateway({ a: 'free' }))).toEqual([]);
  });
});
