import { beforeAll, expect } from 'vitest';
import { type Authority, createAuthority, issueServer } from '../../deploy/local/cluster/pki.ts';
import { basicAuthorization } from '../../src/base/basic.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { NAMESPACES, SECRETS } from '../../src/objects/core.ts';
import { presented } from '../cluster/support/tls.ts';
import { rest, throughGateway } from '../cluster/support/traffic.ts';
import { connect, TESTER, Team } from '../cluster/support/world.ts';
import { type CostlyKey, costlyKey } from '../support/costlykeys.ts';
import { eventually } from '../support/eventually.ts';
import { passwordLine, secretData } from '../support/passwords.ts';
import { type AttemptsOf, attacks, by } from './support/attack.ts';
import { type Member, newMember, verdictOf } from './support/member.ts';

let administrator: KubeClient;
let evil: Member;
let authority: Authority;

beforeAll(async () => {
  administrator = await connect();
  evil = await newMember(administrator);
  authority = await createAuthority();
  await evil.team.component('web');
});

/** Line of a file of passwords, whose hash takes Traefik six seconds of a core for each password that is tried. */
const COSTLY = `bob:$2y$17$${'a'.repeat(53)}`;

/** Line whose cost Traefik reads without the dollar sign behind it. */
const WITHOUT_END = `bob:$2y$17/${'a'.repeat(53)}`;
const LOGIN = { authorization: basicAuthorization('ada:enigma') };

/** Words with which the API server refuses a Secret that would cost the gateway too much. */
const REFUSED = /forbidden: ValidatingAdmissionPolicy 'stoa-secrets' .*data: /;

/** Stores a file of passwords as a member. */
async function storePasswords(
  { client, team }: Member,
  name: string,
  file: string,
  type?: string,
): Promise<void> {
  const metadata = { name, namespace: team.namespace };
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata, ...secretData({ users: file }, type) };
  await client.apply(SECRETS, secret, TESTER);
}

/** Rule of a member's that asks for the passwords of a Secret. */
async function asks({ team }: Member, name: string): Promise<string> {
  const domainName = `${name}.${team.host}`;
  await team.rule(name, { domainName, policy: { basicAuth: { secretName: name } } });
  return domainName;
}

async function remove({ client, team: { namespace } }: Member, name: string): Promise<void> {
  const { uid } = (await client.get(SECRETS, { namespace, name })).metadata;
  await client.delete(SECRETS, { namespace, name, uid });
}

/** Rule for a host of evil's with a certificate. */
async function serves(id: number): Promise<string> {
  const domainName = `tls-${id}.${evil.team.host}`;
  await evil.team.rule(`tls-${id}`, { domainName, certificateId: id });
  return domainName;
}

/** Certificates that the gateway would work for or send for long: a name, the pair, and a part of the refusal. */
const CERTIFICATES: readonly (readonly [does: string, id: number, key: CostlyKey | 'chain', why: RegExp])[] =
  [
    ['with an RSA key of 4,224 bits', 10, 'rsa4224', /RSA key has 4224 bits/],
    ['with an RSA key of three primes', 11, 'threeprimes', /more than two primes/],
    ['with ten certificates above it', 12, 'chain', /has 11 certificates/],
  ];

async function pairOf(key: CostlyKey | 'chain', host: string) {
  if (key !== 'chain') {
    return await costlyKey(key);
  }
  const issued = await issueServer(authority, host, [host]);
  return { ...issued, certificate: issued.certificate + authority.certificate.repeat(10) };
}

attacks(
  'The gateway works for one team as long as that likes',
  by('team', 'edit in its own namespace', [
    {
      mustNotHappen: 'no hash that takes seconds takes the place of one that is served',
      does: 'writes one into the Secret that its rule names, or makes that Secret again with another type',
      async run() {
        await storePasswords(evil, 'swapped', passwordLine('ada', 'enigma'));
        const host = await asks(evil, 'swapped');
        await evil.team.condition('swapped', 'Ready', 'True');
        await expect(storePasswords(evil, 'swapped', COSTLY)).rejects.toThrow(REFUSED);
        await expect(
          storePasswords(evil, 'swapped', `${passwordLine('ada', 'enigma')}\n${COSTLY}\n`),
        ).rejects.toThrow(REFUSED);
        await remove(evil, 'swapped');
        await expect(storePasswords(evil, 'swapped', COSTLY, 'example.com/other')).rejects.toThrow(REFUSED);
        await storePasswords(evil, 'swapped', passwordLine('ada', 'enigma'));
        await eventually(async () => {
          expect((await throughGateway(host, '/', LOGIN)).status).toBe(200);
        });
      },
    },
    {
      mustNotHappen: 'no request waits for a hash that stood before its namespace had a team',
      does: 'names a Secret from that time in a rule',
      async run() {
        const late = await newMember(administrator, { create: Team.createLeaving });
        const { team } = late;
        await team.component('web');
        await team.by(administrator).leave();
        await eventually(() => storePasswords(late, 'costly', COSTLY));
        await storePasswords(late, 'odd', `${passwordLine('ada', 'enigma')}\n${WITHOUT_END}`);
        const labels = { 'stoa.dev/team': team.id };
        const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: team.namespace, labels } };
        await administrator.apply(NAMESPACES, namespace, TESTER);
        const host = await asks(late, 'costly');
        const { message } = await team.condition('costly', 'ResolvedRefs', 'False', 'SecretInvalid');
        expect(message).toContain('bcrypt of the cost 17');
        await eventually(async () => {
          expect((await throughGateway(host, '/', LOGIN)).status).toBe(500);
        });
        await asks(late, 'odd');
        const odd = await team.condition('odd', 'ResolvedRefs', 'False', 'SecretInvalid');
        expect(odd.message).toContain('bcrypt of the cost 17');
        await storePasswords(late, 'cheap', passwordLine('ada', 'enigma'));
        const cheap = await asks(late, 'cheap');
        await team.condition('cheap', 'Ready', 'True');
        expect((await throughGateway(cheap, '/', LOGIN)).status).toBe(200);
      },
    },
    {
      mustNotHappen: 'no request is compared with the conditions of wildcard above wildcard',
      does: 'has rules with cookies for wildcards below each other, of which each alone is within bounds',
      async run() {
        const domainCookie = { a: '1', b: '1', c: '1' };
        const names = Array.from({ length: 6 }, (_, depth) => `nested-${depth}`);
        for (const [depth, name] of names.entries()) {
          const domainName = `*.${'a.'.repeat(depth)}nested.${evil.team.host}`;
          const verdict = await verdictOf(evil, name, { domainName, domainCookie });
          expect(verdict.stands).toBe(depth < 5);
        }
        const host = `nested.${evil.team.host}`;
        expect((await verdictOf(evil, 'no-wildcard', { domainName: host, domainCookie })).stands).toBe(true);
      },
    },
    ...CERTIFICATES.map(
      ([does, id, key, why]): AttemptsOf => ({
        mustNotHappen: 'no client gets a certificate that costs the gateway more than others',
        does: `stores one ${does}`,
        async run() {
          const host = `tls-${id}.${evil.team.host}`;
          await evil.team.certificate(id, await pairOf(key, host));
          await serves(id);
          const { message } = await evil.team.condition(
            `tls-${id}`,
            'ResolvedRefs',
            'False',
            'CertificateInvalid',
          );
          expect(message).toMatch(why);
          await evil.team.certificate(id, await issueServer(authority, host, [host]));
          await eventually(async () => expect((await presented(host)).names).toBe(`DNS:${host}`));
        },
      }),
    ),
    {
      mustNotHappen: 'no file of a key or chain gets longer than the gateway takes it',
      does: 'stores a key of 16,384 bits, or a chain of two hundred certificates',
      async run() {
        const host = `long.${evil.team.host}`;
        const { certificate, key } = await issueServer(authority, host, [host]);
        const padding = 'text\n'.repeat(1_000);
        for (const pair of [
          { certificate, key: padding + key },
          { certificate: certificate.repeat(200), key },
        ]) {
          await expect(evil.team.certificate(20, pair)).rejects.toThrow(REFUSED);
        }
        await evil.team.certificate(20, { certificate, key });
      },
    },
    {
      mustNotHappen: 'no such certificate is stored by the REST API',
      does: 'sends one there',
      async run() {
        const path = `/teams/${evil.team.id}/certificates`;
        const send = (alias: string, { certificate, key }: { certificate: string; key: string }) =>
          rest(path, { token: evil.token, body: { alias, certificate, private_key: key } });
        expect(await send('costly', await costlyKey('rsa4224'))).toMatchObject({
          status: 400,
          body: { errors: [{ field: 'private_key', message: expect.stringContaining('4224 bits') }] },
        });
        const host = `rest.${evil.team.host}`;
        expect(await send('cheap', await issueServer(authority, host, [host]))).toMatchObject({
          status: 200,
        });
      },
    },
  ]),
);
