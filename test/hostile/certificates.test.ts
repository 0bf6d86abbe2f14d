import { beforeAll, expect } from 'vitest';
import { type Authority, createAuthority, issueServer } from '../../deploy/local/cluster/pki.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { SECRETS } from '../../src/objects/core.ts';
import { presented } from '../cluster/support/tls.ts';
import { connect, TESTER } from '../cluster/support/world.ts';
import { certificateSecret } from '../support/certificate.ts';
import { eventually } from '../support/eventually.ts';
import { type AttemptsOf, attacks, by } from './support/attack.ts';
import { type Member, newMember, verdictOf } from './support/member.ts';

let administrator: KubeClient;
let victim: Member;
let thief: Member;
/** Authority of the victim's certificates, and the thief's own. */
let authority: Authority;
let forger: Authority;

beforeAll(async () => {
  administrator = await connect();
  [victim, thief] = await Promise.all([newMember(administrator), newMember(administrator)]);
  [authority, forger] = await Promise.all([createAuthority(), createAuthority()]);
  await Promise.all([victim.team.component('web'), thief.team.component('theft')]);
});

/** Serves a host of the victim's with a certificate for some names, and returns a host that it answers for. */
async function victimServes(id: number, host: string, names: readonly string[]): Promise<void> {
  await victim.team.certificate(id, await issueServer(authority, host, names));
  await victim.team.rule(`tls-${id}`, { domainName: host, certificateId: id });
  await victim.team.condition(`tls-${id}`, 'Ready', 'True');
}

/** Rule of the thief's for a host, with a certificate of its own for these names too. */
async function thiefAsks(id: number, host: string, names: readonly string[]): Promise<void> {
  await thief.team.certificate(id, await issueServer(forger, host, [host, ...names]));
  await thief.team.rule(`tls-${id}`, { serviceId: 'theft', domainName: host, certificateId: id });
}

/** Waits until the gateway presents a certificate of the thief's for a host of its own, and with it all before it. */
async function thiefIsServed(id: number): Promise<void> {
  const host = `last-${id}.${thief.team.host}`;
  await thiefAsks(1_000 + id, host, []);
  await thief.team.condition(`tls-${1_000 + id}`, 'Programmed', 'True');
  await eventually(async () => expect((await presented(host)).names).toBe(`DNS:${host}`));
}

/** Hosts of the victim's, and names of a certificate of the thief's for which clients could be given it. */
const FORGED: readonly (readonly [does: string, theirs: string, requested: string, forged: string])[] = [
  ['the victim’s host', 'login', 'login', 'login'],
  ['a host below the victim’s wildcard', '*.wild', 'a.wild', 'a.wild'],
  ['the victim’s wildcard', '*.same', 'a.same', '*.same'],
];

attacks(
  'The clients of a team are given its certificate',
  by('team', 'edit in its own namespace', [
    ...FORGED.map(
      ([does, theirs, requested, forged], index): AttemptsOf => ({
        mustNotHappen: 'no certificate of the thief’s is presented to them',
        does: `names ${does} in a certificate for a host of its own`,
        async run() {
          const of = (name: string) => `${name}.${victim.team.host}`;
          const id = 10 + index;
          await victimServes(id, of(theirs), [of(theirs)]);
          const before = await eventually(async () => {
            const certificate = await presented(of(requested));
            expect(certificate.names).toBe(`DNS:${of(theirs)}`);
            return certificate;
          });
          await thiefAsks(id, `own-${index}.${thief.team.host}`, [of(forged)]);
          const refusal = await thief.team.condition(
            `tls-${id}`,
            'ResolvedRefs',
            'False',
            'CertificateInvalid',
          );
          expect(refusal.message).not.toContain(victim.team.namespace);
          await thiefIsServed(id);
          expect(await presented(of(requested))).toEqual(before);
        },
      }),
    ),
    {
      mustNotHappen: 'no other certificate of its namespace is presented to them afterwards',
      does: 'puts a certificate for a host below the victim’s wildcard in place of one that is presented, again and again',
      async run() {
        const swapper = await newMember(administrator);
        const { team } = swapper;
        await team.component('web');
        const [wildcard, below, own] = [
          `*.swap.${victim.team.host}`,
          `a.swap.${victim.team.host}`,
          team.host,
        ];
        const [rightful, forged] = await Promise.all([
          issueServer(forger, own, [own]),
          issueServer(forger, own, [own, below]),
        ]);
        await victimServes(20, wildcard, [wildcard]);
        await team.certificate(1, rightful);
        await team.rule('swap', { domainName: own, certificateId: 1 });
        await eventually(async () => expect((await presented(own)).names).toBe(`DNS:${own}`));
        await team.certificate(1, forged);
        await team.condition('swap', 'ResolvedRefs', 'False', 'CertificateInvalid');
        // The gateway has what was written before.
        await thiefIsServed(20);
        await eventually(async () => expect((await presented(below)).names).toBe(`DNS:${wildcard}`));
        const rounds = [
          [rightful, 'presents no other one of the namespace until'],
          [forged, `also for ${below}`],
        ] as const;
        const given: string[] = [];
        for (const [pair, why] of [...rounds, ...rounds]) {
          await team.certificate(1, pair);
          await eventually(async () => {
            const { message } = await team.condition('swap', 'ResolvedRefs', 'False', 'CertificateInvalid');
            expect(message).toContain(why);
          });
          given.push((await presented(below)).names);
        }
        await thiefIsServed(22);
        expect(new Set([...given, (await presented(below)).names])).toEqual(new Set([`DNS:${wildcard}`]));
      },
    },
    {
      mustNotHappen: 'no certificate of the victim’s is withdrawn',
      does: 'asks for a host that is another name of it, or for the wildcard above',
      async run() {
        const of = (name: string) => `${name}.names.${victim.team.host}`;
        const names = [of('shop'), of('www')];
        await victimServes(21, of('shop'), names);
        const before = await eventually(async () => {
          const certificate = await presented(of('shop'));
          expect(certificate.names).toBe(names.map((name) => `DNS:${name}`).join(', '));
          return certificate;
        });
        const asks = (name: string, domainName: string) =>
          verdictOf(thief, name, { serviceId: 'theft', domainName });
        for (const [name, host] of [
          ['www', of('www')],
          ['above', of('*')],
        ] as const) {
          expect((await asks(name, host)).stands).toBe(false);
        }
        expect((await asks('beside', of('beside'))).stands).toBe(true);
        await thiefIsServed(21);
        expect(await presented(of('shop'))).toEqual(before);
      },
    },
    {
      mustNotHappen: 'no listener of another team waits',
      does: 'names a Secret with the longest name in a rule',
      async run() {
        const host = `long.${thief.team.host}`;
        const { namespace } = thief.team;
        const secret = certificateSecret(namespace, 77, await issueServer(forger, host, [host]));
        const name = 'a'.repeat(253);
        await thief.client.apply(SECRETS, { ...secret, metadata: { ...secret.metadata, name } }, TESTER);
        await thief.team.rule('long', { serviceId: 'theft', domainName: host, certificateId: 77 });
        await victimServes(30, `after.${victim.team.host}`, [`after.${victim.team.host}`]);
        await thief.team.condition('long', 'Ready', 'True');
      },
    },
  ]),
);
