import { beforeAll, expect } from 'vitest';
import { type Authority, createAuthority, issueServer } from '../../deploy/local/cluster/pki.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { SECRETS } from '../../src/objects/core.ts';
import { presented } from '../cluster/support/tls.ts';
import { connect, TESTER } from '../cluster/support/world.ts';
import { certificateSecret } from '../support/certificate.ts';
import {
  attributeOf,
  type CertificateParts,
  certificateOfParts,
  commonName,
  dnsName,
  PARTS_KEY,
  pemOf,
} from '../support/certificateparts.ts';
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

/** A victim's hosts: one that its certificate names, and one below a wildcard that it names. */
interface Victims {
  readonly exact: string;
  readonly wildcard: string;
}

/** Certificate in which some readers find names of a victim and others do not, and what the thief is told about it. */
type Spelling = readonly [
  is: string,
  parts: (victims: Victims, own: string) => CertificateParts,
  told: RegExp,
];

const named = (...names: readonly string[]): CertificateParts => ({ names: names.map(dnsName) });
const ORGANIZATION = attributeOf('2.5.4.10', 'x');

/** Spellings of names, each of which Traefik would present the certificate for. */
const SPELLINGS: readonly Spelling[] = [
  ['a dot at its end', ({ wildcard }, own) => named(own, `${wildcard}.`), /ends with a dot/],
  ['two dots at its end', ({ wildcard }, own) => named(own, `${wildcard}..`), /ends with a dot/],
  ['a dot in upper case', ({ wildcard }, own) => named(own, `${wildcard.toUpperCase()}.`), /ends with a dot/],
  ['a comma before it', ({ exact, wildcard }, own) => named(own, `zzz,${exact}`, `zzz,${wildcard}`), /zzz,/],
  ['a comma behind it', ({ exact }, own) => named(own, `${exact},x`), /has a character that no host has/],
  [
    'a long text before it',
    ({ exact, wildcard }, own) => named(own, `${'a'.repeat(250)},${exact},${wildcard}`),
    /more than 253 characters/,
  ],
  [
    'a comma in a common name',
    ({ exact, wildcard }, own) => ({ ...named(own), subject: [commonName(`x,${exact},${wildcard}`)] }),
    /common name .* a comma/,
  ],
  [
    'a dot at the end of a common name',
    ({ wildcard }, own) => ({ ...named(own), subject: [commonName(`${wildcard}.`)] }),
    /has the common name/,
  ],
  [
    'a second common name',
    ({ exact }, own) => ({ ...named(own), subject: [commonName('x'), commonName(exact)] }),
    /several common names/,
  ],
  [
    'a second common name for the wildcard',
    ({ wildcard }, own) => ({ ...named(own), subject: [commonName(own), commonName(wildcard)] }),
    /several common names/,
  ],
  [
    'a common name beside an organization',
    ({ exact }, own) => ({ ...named(own), subject: [[ORGANIZATION, ...commonName(exact)]] }),
    /with another attribute/,
  ],
  [
    'a common name before an organization',
    ({ wildcard }, own) => ({ ...named(own), subject: [[...commonName(wildcard), ORGANIZATION]] }),
    /with another attribute/,
  ],
  [
    'a common name in T61String',
    ({ exact }, own) => ({ ...named(own), subject: [commonName(exact, 0x14)] }),
    /common name in an encoding/,
  ],
  [
    'a letter beyond ASCII that is one of it in lower case',
    ({ exact }, own) => ({ ...named(own), subject: [commonName(exact.replace('i', '\u0130'))] }),
    /has the common name/,
  ],
];

/** Files in which only some libraries see the first certificate. */
const HIDING: readonly (readonly [does: string, hidden: (pem: string) => string])[] = [
  ['with two carriage returns at its first line', (pem) => pem.replace('\n', '\r\r\n')],
  ['with a blank beyond ASCII at its first line', (pem) => pem.replace('\n', '\u00a0\n')],
  ['with another label', (pem) => pem.replaceAll('CERTIFICATE', 'X509 CERTIFICATE')],
];

attacks(
  'The clients of a team are given its certificate',
  by('team', 'edit in its own namespace', [
    {
      mustNotHappen:
        'no certificate of the thief’s is presented to them, and the thief is told which name is wrong',
      does: 'spells names of the victim’s so that Traefik alone sees them',
      async run() {
        const of = (name: string) => `${name}.spelling.${victim.team.host}`;
        const victims = { exact: of('exact'), wildcard: of('*.wild') };
        const hosts = [victims.exact, of('a.wild')];
        await victimServes(40, victims.exact, [victims.exact]);
        await victimServes(41, of('a.wild'), [victims.wildcard]);
        const before = await eventually(async () => {
          const certificates = await Promise.all(hosts.map((host) => presented(host)));
          expect(certificates.map(({ names }) => names)).toEqual([
            `DNS:${victims.exact}`,
            `DNS:${victims.wildcard}`,
          ]);
          return certificates;
        });
        const rules = [
          ...SPELLINGS.map(([, parts, told], index) => {
            const own = `spelling-${index}.${thief.team.host}`;
            return { own, told, certificate: pemOf(certificateOfParts(parts(victims, own))) };
          }),
          ...HIDING.map(([, hidden], index) => {
            const own = `hiding-${index}.${thief.team.host}`;
            const forVictims = pemOf(certificateOfParts(named(own, victims.exact, victims.wildcard)));
            const certificate = `${hidden(pemOf(certificateOfParts(named(own))))}${forVictims}`;
            return { own, told: /tls\.crt has a|also for/, certificate };
          }),
        ];
        await Promise.all(
          rules.map(async ({ own, told, certificate }, index) => {
            const id = 400 + index;
            await thief.team.certificate(id, { certificate, key: PARTS_KEY });
            await thief.team.rule(`tls-${id}`, { serviceId: 'theft', domainName: own, certificateId: id });
            const refusal = await thief.team.condition(
              `tls-${id}`,
              'ResolvedRefs',
              'False',
              'CertificateInvalid',
            );
            expect(refusal.message).toMatch(told);
          }),
        );
        // A certificate that has the same key, and no name of others, is presented.
        await thief.team.certificate(499, {
          certificate: pemOf(certificateOfParts(named(`plain.${thief.team.host}`))),
          key: PARTS_KEY,
        });
        await thief.team.rule('tls-499', {
          serviceId: 'theft',
          domainName: `plain.${thief.team.host}`,
          certificateId: 499,
        });
        await eventually(async () =>
          expect((await presented(`plain.${thief.team.host}`)).names).toBe(`DNS:plain.${thief.team.host}`),
        );
        await thiefIsServed(40);
        expect(await Promise.all(hosts.map((host) => presented(host)))).toEqual(before);
      },
    },
    {
      mustNotHappen:
        'no certificate of the thief’s is presented to them, and the later one of two is refused',
      does: 'names a wildcard above a host of the victim’s whose certificate has a wildcard below it',
      async run() {
        const host = `b.order.${victim.team.host}`;
        const above = `*.order.${victim.team.host}`;
        await victimServes(50, host, [host, `*.${host}`]);
        const before = await eventually(async () => {
          const certificate = await presented(host);
          expect(certificate.names).toBe(`DNS:${host}, DNS:*.${host}`);
          return certificate;
        });
        await thiefAsks(50, `order.${thief.team.host}`, [above]);
        const refusal = await thief.team.condition('tls-50', 'ResolvedRefs', 'False', 'CertificateInvalid');
        expect(refusal.message).toContain(above);
        await thiefIsServed(50);
        expect(await presented(host)).toEqual(before);
      },
    },
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
