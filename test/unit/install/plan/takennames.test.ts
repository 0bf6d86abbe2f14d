import { expect, it } from 'vitest';
import type { MarketCaches } from '../../../../src/install/caches.ts';
import {
  type GatewayPorts,
  portReservation,
  Reservations,
  takenNamesOf,
} from '../../../../src/install/plan/takennames.ts';
import type { PortStanding } from '../../../../src/names/ports.ts';
import { installOf } from '../../../support/plans.ts';

/** Caches with the install of the tests, another one of its namespace, and no objects. */
const CACHES = {
  installs: {
    store: { by: () => ['install-uid', 'beside'].map((uid) => ({ metadata: { uid } })) },
  },
  made: [],
} as unknown as MarketCaches;

const STANDINGS: Readonly<Record<number, PortStanding>> = { 22: 'held', 30001: 'held', 30002: 'refused' };

/** Names that are taken while installs hold reservations for ports; the team may have two ports more. */
function takenWhile(held: Readonly<Record<number, string>>) {
  const reservations = new Reservations();
  for (const [port, uid] of Object.entries(held)) {
    reservations.claim(uid, portReservation(Number(port)));
  }
  const config: GatewayPorts = {
    offeredPorts: () => [{ from: 30_000, to: 30_009 }],
    portStanding: (port) => STANDINGS[port] ?? 'free',
    portsLeft: () => 2,
  };
  return takenNamesOf(CACHES, installOf(), { services: [], workloads: [] }, { reservations, config });
}

it.each<[string, number, PortStanding]>([
  ['that nobody has', 30_000, 'free'],
  ['that a rule of the namespace has', 30_001, 'held'],
  ['that a rule of the namespace has, and the gateway offers no longer', 22, 'held'],
  ['that the namespace may not have', 30_002, 'refused'],
  ['that the gateway does not offer', 443, 'refused'],
  ['that another install is about to have', 30_003, 'refused'],
  ['that the install itself is about to have', 30_004, 'free'],
])('the standing of a port %s', (_, port, expected) => {
  const { portStanding } = takenWhile({ 30003: 'stranger', 30004: 'install-uid' });
  expect(portStanding(port)).toBe(expected);
});

it.each<[string, Readonly<Record<number, string>>, number]>([
  ['are those that its limits leave', {}, 2],
  ['are fewer by those that another install of it is about to have', { 30005: 'beside' }, 1],
  ['count no port twice', { 30001: 'beside' }, 2],
  ['do not depend on what the install itself holds, or other teams', { 30005: 'install-uid', 30006: 'x' }, 2],
])('ports left to a namespace %s', (_, held, expected) => {
  expect(takenWhile(held).portsLeft).toBe(expected);
});
