import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type CertificateKeyPair,
  createAuthority,
  issueServer,
} from '../../../../../deploy/local/cluster/pki.ts';
import { KubeError } from '../../../../../src/kube/error.ts';
import type { KubeRequest } from '../../../../../src/kube/request.ts';
import type { Secret } from '../../../../../src/objects/core.ts';
import type { GatewayRule } from '../../../../../src/objects/stoa.ts';
import { certificateGroup } from '../../../../../src/rule/groupname.ts';
import { certificateOfParts, dnsName, PARTS_KEY, pemOf } from '../../../../support/certificateparts.ts';
import { senderTo } from '../../../../support/restapi.ts';
import { ruleOf } from '../../../../support/rules.ts';

const CERTIFICATES = '/openapi/v1/teams/shop/certificates';

const NAMESPACE = { metadata: { name: 'team', uid: 'ns', labels: { 'stoa.dev/team': 'shop' } } };

let secrets: Secret[];
let rules: readonly GatewayRule[];
let mayReadRules: boolean;
let books: CertificateKeyPair;
let tea: CertificateKeyPair;
let expired: CertificateKeyPair;

beforeAll(async () => {
  const authority = await createAuthority();
  books = await issueServer(authority, 'books', ['books.example.com']);
  tea = await issueServer(authority, 'tea', ['tea.example.com', '*.tea.example.com']);
  expired = await issueServer(authority, 'old', ['old.example.com'], -3_600_000);
});

/** A Secret with a certificate, as `kubectl` would have stored it. */
function secretOf(id: number, { certificate, key }: CertificateKeyPair, more: object = {}): Secret {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: `cert-${id}`,
      namespace: 'team',
      uid: `s-${id}`,
      resourceVersion: '1',
      creationTimestamp: `2026-01-0${id}T00:00:00Z`,
      labels: { 'stoa.dev/certificate-id': String(id) },
      ...more,
    },
    type: 'kubernetes.io/tls',
    data: { 'tls.crt': btoa(certificate), 'tls.key': btoa(key) },
  };
}

/** A TLS Secret without a number, as cert-manager or `kubectl create secret tls` stores it. */
function unnumbered(name: string, pair: CertificateKeyPair, more: object = {}): Secret {
  return secretOf(5, pair, { name, uid: name, labels: {}, ...more });
}

beforeEach(() => {
  mayReadRules = true;
  rules = [ruleOf({ certificateId: 1 })];
  secrets = [
    secretOf(1, expired),
    secretOf(2, tea, { annotations: { 'stoa.dev/certificate-alias': 'tea' } }),
  ];
});

/** An API server that stores Secrets. */
async function call({ method, path, query, body }: KubeRequest): Promise<unknown> {
  if (path.endsWith('/selfsubjectreviews')) {
    return { status: { userInfo: { username: 'ada' } } };
  }
  if (path.includes('/secrets')) {
    return ofSecrets(method, path, query, body as Secret);
  }
  if (path.includes('/gatewayrules') && !mayReadRules) {
    throw new KubeError({ type: 'forbidden' }, 'ada may not');
  }
  const lists: Readonly<Record<string, readonly object[]>> = {
    namespaces: [NAMESPACE],
    gatewayrules: rules,
  };
  return { metadata: {}, items: lists[path.slice(path.lastIndexOf('/') + 1)] ?? [] };
}

function ofSecrets(method: string, path: string, query: KubeRequest['query'], body: Secret): unknown {
  const name = path.split('/secrets/')[1];
  const [label, id] = query?.labelSelector?.split('=') ?? [];
  const [, named] = /metadata\.name=([^,]*)/.exec(query?.fieldSelector ?? '') ?? [];
  switch (method) {
    case 'GET':
      return {
        metadata: {},
        items: secrets.filter(({ type, metadata }) => {
          const number = metadata.labels?.['stoa.dev/certificate-id'];
          return (
            type === 'kubernetes.io/tls' &&
            (label === undefined || number !== undefined) &&
            (id === undefined || number === id) &&
            (named === undefined || metadata.name === named)
          );
        }),
      };
    case 'DELETE':
      secrets = secrets.filter(({ metadata }) => metadata.name !== name);
      return {};
    default: {
      const metadata = { ...body.metadata, creationTimestamp: '2026-02-01T00:00:00Z' };
      const stored = { ...body, metadata };
      secrets = [...secrets.filter((secret) => secret.metadata.name !== name), stored];
      return stored;
    }
  }
}

const send = senderTo(call);

/** Body as the certificate controller sends it. */
function upload(alias: unknown, { certificate, key }: CertificateKeyPair, more: object = {}): object {
  return { alias, certificate, private_key: key, certificate_type: '服务端证书', ...more };
}

it('lists certificates as the certificate controller asks for them, with an end that it can parse', async () => {
  const { status, body } = await send('GET', `${CERTIFICATES}?page=1&page_size=100`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ total: 2, page: 1, page_size: 100 });
  expect(body.list).toEqual([
    {
      id: 1,
      name: 'cert-1',
      alias: 'cert-1',
      certificate_type: '服务端证书',
      has_expired: true,
      issued_to: ['old.example.com'],
      issued_by: expect.stringMatching(/./),
      end_data: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
      problems: [
        expect.stringMatching(/^the certificate has expired at .*Z: put a new one there$/),
        expect.stringMatching(/^the certificate comes without that of its issuer, stoa-local-ca/),
      ],
      rules: [{ rule_id: 'uidrule', name: 'rule', domain_name: 'shop.example.com', app_id: 1 }],
      rules_total: 1,
    },
    expect.objectContaining({
      id: 2,
      alias: 'tea',
      has_expired: false,
      issued_to: ['tea.example.com', '*.tea.example.com'],
    }),
  ]);
});

it.each([
  ['?page=2&page_size=1', [2], 2, 1],
  ['?page=3&page_size=1', [], 3, 1],
  ['?page=x', [1, 2], 1, 10],
])('pages them with %s', async (query, ids, page, pageSize) => {
  const { body } = await send('GET', `${CERTIFICATES}${query}`);
  expect(body.list.map(({ id }: { readonly id: number }) => id)).toEqual(ids);
  expect(body).toMatchObject({ total: 2, page, page_size: pageSize });
});

it('lists a Secret that cannot be read', async () => {
  secrets = [secretOf(3, { certificate: 'x', key: 'x' })];
  const { body } = await send('GET', CERTIFICATES);
  expect(body.list).toEqual([
    expect.objectContaining({
      id: 3,
      has_expired: true,
      issued_to: [],
      issued_by: '',
      end_data: '',
      problems: [
        expect.stringContaining('the certificate cannot be used: tls.crt has no certificate in PEM'),
      ],
    }),
  ]);
});

it.each([
  ['no label', {}],
  ['a label that is no number', { 'stoa.dev/certificate-id': 'issued' }],
  ['a number that no rule can have', { 'stoa.dev/certificate-id': '9999999999' }],
  ['a number in another spelling', { 'stoa.dev/certificate-id': '007' }],
])('lists a TLS Secret with %s by its name, with its end and its hosts', async (_, labels) => {
  secrets = [unnumbered('web-tls', expired, { labels }), secretOf(2, tea)];
  const { body } = await send('GET', CERTIFICATES);
  expect(body.total).toBe(2);
  expect(body.list).toContainEqual(
    expect.objectContaining({
      id: 0,
      name: 'web-tls',
      alias: 'web-tls',
      has_expired: true,
      issued_to: ['old.example.com'],
      end_data: expect.stringMatching(/^\d{4}-/),
      problems: expect.arrayContaining([expect.stringMatching(/has expired/)]),
    }),
  );
});

it('lists no Secret of another type', async () => {
  secrets = [{ ...unnumbered('password', tea), type: 'Opaque' }];
  expect((await send('GET', CERTIFICATES)).body).toMatchObject({ total: 0, list: [] });
});

/** Rules of each certificate in the list, by the names of its Secret. */
async function listedRules(): Promise<Readonly<Record<string, readonly string[] | undefined>>> {
  const { body } = await send('GET', CERTIFICATES);
  return Object.fromEntries(
    body.list.map(
      (each: { readonly name: string; readonly rules?: readonly { readonly name: string }[] }) => [
        each.name,
        each.rules?.map(({ name }) => name),
      ],
    ),
  );
}

it('tells which rules name a certificate, by whichever way, or are served with it', async () => {
  const issued = certificateGroup('auto.example.com').name;
  secrets = [
    secretOf(1, tea),
    unnumbered('web-tls', tea),
    unnumbered(issued, tea),
    unnumbered('unused', tea),
  ];
  const rule = (name: string, http: object) => ruleOf(http, { name, uid: name });
  rules = [
    rule('by-number', { certificateId: 1 }),
    rule('number-by-name', { certificateName: 'cert-1' }),
    rule('by-name', { certificateName: 'web-tls' }),
    rule('by-issuer', { domainName: 'auto.example.com', issuerRef: { name: 'ca' } }),
    rule('automatic', { domainName: 'auto.example.com', autoSsl: true }),
    rule('plain', {}),
    rule('unknown', { certificateName: 'nosuch' }),
    // An older rule of the host has chosen another one.
    { ...rule('served-with-other', { certificateName: 'web-tls' }), status: { certificate: 'cert-1' } },
  ];
  expect(await listedRules()).toEqual({
    'cert-1': ['by-number', 'number-by-name', 'served-with-other'],
    'web-tls': ['by-name', 'served-with-other'],
    [issued]: ['automatic', 'by-issuer'],
    unused: [],
  });
});

it('says nothing of rules to who may not read them', async () => {
  mayReadRules = false;
  const { status, body } = await send('GET', CERTIFICATES);
  expect([status, body.total]).toEqual([200, 2]);
  expect(JSON.stringify(body)).not.toMatch(/"rules/);
});

it('reads one without a number by the name of its Secret, and one with a number by both', async () => {
  secrets.push(unnumbered('web-tls', tea), unnumbered('2', books), unnumbered('77', books));
  const idsOf = async (ref: string) => {
    const { status, body } = await send('GET', `${CERTIFICATES}/${ref}`);
    return [status, body.id, body.name];
  };
  expect(await idsOf('web-tls')).toEqual([200, 0, 'web-tls']);
  expect(await idsOf('cert-2')).toEqual([200, 2, 'cert-2']);
  // A number goes before a name.
  expect(await idsOf('2')).toEqual([200, 2, 'cert-2']);
  expect(await idsOf('77')).toEqual([200, 0, '77']);
});

it.each(['PUT', 'DELETE'])(
  '%s of one without a number is 404, which says who replaces it',
  async (method) => {
    secrets.push(unnumbered('web-tls', tea));
    const body = method === 'PUT' ? upload('a', books) : undefined;
    const answer = await send(method, `${CERTIFICATES}/web-tls`, body);
    expect([answer.status, answer.body.detail]).toEqual([
      404,
      'certificate_id: the team has no certificate with the number web-tls; a Secret without a number is changed by who stores it, such as kubectl or cert-manager',
    ]);
    expect(secrets).toHaveLength(3);
  },
);

it('keeps one that a rule has by the name of its Secret', async () => {
  rules = [ruleOf({ certificateName: 'cert-2' })];
  const { status, body } = await send('DELETE', `${CERTIFICATES}/2`);
  expect([status, body.type]).toEqual([400, 'https://stoa.dev/problems/certificate-in-use']);
});

it('uploads under the name of a Secret without a number', async () => {
  secrets.push(unnumbered('books', tea));
  expect((await send('POST', CERTIFICATES, upload('books', books))).status).toBe(200);
});

it('uploads a certificate, answers its number, and lists it', async () => {
  const { status, body } = await send('POST', CERTIFICATES, upload('books', books));
  expect([status, body]).toEqual([
    200,
    {
      id: expect.any(Number),
      name: expect.stringMatching(/^certificate-/),
      alias: 'books',
      certificate_type: '服务端证书',
      certificate: btoa(books.certificate),
    },
  ]);
  expect(secrets.at(-1)).toMatchObject({
    type: 'kubernetes.io/tls',
    metadata: { namespace: 'team', labels: { 'stoa.dev/certificate-id': String(body.id) } },
    data: { 'tls.key': btoa(books.key) },
  });
  const listed = await send('GET', CERTIFICATES);
  expect(listed.body.list.at(-1)).toMatchObject({ id: body.id, issued_to: ['books.example.com'] });
});

it('reads one in PEM', async () => {
  const { status, body } = await send('GET', `${CERTIFICATES}/2`);
  expect([status, body]).toEqual([
    200,
    { id: 2, name: 'cert-2', alias: 'tea', certificate_type: '服务端证书', certificate: tea.certificate },
  ]);
});

it('replaces one, whose number and alias stay', async () => {
  const { status, body } = await send('PUT', `${CERTIFICATES}/2`, upload('tea', books));
  expect([status, body.id, body.certificate]).toEqual([200, 2, btoa(books.certificate)]);
  expect((await send('GET', `${CERTIFICATES}/2`)).body.certificate).toBe(books.certificate);
});

it('deletes one that no rule has', async () => {
  expect((await send('DELETE', `${CERTIFICATES}/2`)).status).toBe(200);
  expect((await send('GET', `${CERTIFICATES}/2`)).status).toBe(404);
});

it('keeps one that a rule has', async () => {
  const { status, body } = await send('DELETE', `${CERTIFICATES}/1`);
  expect([status, body.type]).toEqual([400, 'https://stoa.dev/problems/certificate-in-use']);
  expect(secrets).toHaveLength(2);
});

it.each([
  ['another key', () => upload('b', { ...books, key: tea.key }), 'private_key'],
  ['a key that is none', () => upload('b', { ...books, key: 'x' }), 'private_key'],
  ['an encrypted key', () => upload('b', { ...books, key: encryptedKey() }), 'private_key'],
  ['a certificate that is none', () => upload('b', { ...books, certificate: 'x' }), 'certificate'],
  [
    'the key in place of the certificate',
    () => upload('b', { ...books, certificate: books.key }),
    'certificate',
  ],
  [
    'a certificate whose names gateways read differently',
    () =>
      upload('b', {
        certificate: pemOf(certificateOfParts({ names: [dnsName('b.example.com.')] })),
        key: PARTS_KEY,
      }),
    'certificate',
  ],
  ['no certificate', () => upload('b', books, { certificate: undefined }), 'certificate'],
  ['no key', () => upload('b', books, { private_key: undefined }), 'private_key'],
  ['no alias', () => upload(undefined, books), 'alias'],
  ['a blank alias', () => upload('  ', books), 'alias'],
  ['a long alias', () => upload('a'.repeat(65), books), 'alias'],
])('%s is 400, which names the member', async (_, body, field) => {
  for (const [method, path] of [
    ['POST', CERTIFICATES],
    ['PUT', `${CERTIFICATES}/2`],
  ] as const) {
    const answer = await send(method, path, body());
    const fields = answer.body.errors.map((each: { readonly field: string }) => each.field);
    expect([answer.status, fields]).toEqual([400, [field]]);
  }
  expect(secrets.map(({ metadata }) => metadata.name)).toEqual(['cert-1', 'cert-2']);
});

it('nothing is 400, which names all members', async () => {
  const { status, body } = await send('POST', CERTIFICATES, {});
  const fields = body.errors.map(({ field }: { readonly field: string }) => field);
  expect([status, fields]).toEqual([400, ['alias', 'certificate', 'private_key']]);
});

it.each([
  ['POST', CERTIFICATES, 'tea'],
  ['PUT', `${CERTIFICATES}/1`, ' tea '],
])('%s with the alias of another certificate is 412', async (method, path, alias) => {
  const { status, body } = await send(method, path, upload(alias, books));
  expect([status, body.type]).toEqual([412, 'https://stoa.dev/problems/alias-taken']);
});

it.each([
  ['GET', '9'],
  ['GET', '0'],
  ['GET', 'abc'],
  ['GET', '1,stoa.dev%2Fteam'],
  ['DELETE', '9'],
  ['PUT', '9'],
])('%s of the unknown certificate %s is 404, before its body', async (method, id) => {
  const body = method === 'PUT' ? { alias: 1 } : undefined;
  const answer = await send(method, `${CERTIFICATES}/${id}`, body);
  expect([answer.status, answer.body.type]).toEqual([404, 'https://stoa.dev/problems/certificate-unknown']);
});

/** Marks of a Secret of a Helm release. */
const HELM = {
  annotations: { 'meta.helm.sh/release-name': 'shop' },
  managedFields: [{ manager: 'helm', operation: 'Update', fieldsV1: { 'f:data': {} } }],
};

it.each(['PUT', 'DELETE'])('%s of one that a GitOps tool manages is 409', async (method) => {
  secrets = [secretOf(2, tea, HELM)];
  const body = method === 'PUT' ? upload('tea', books) : undefined;
  expect((await send(method, `${CERTIFICATES}/2`, body)).body.status).toBe(409);
});

it('no response has a private key', async () => {
  const texts = [
    await send('POST', CERTIFICATES, upload('books', books)),
    await send('GET', CERTIFICATES),
    await send('GET', `${CERTIFICATES}/2`),
    await send('PUT', `${CERTIFICATES}/2`, upload('tea', tea)),
    await send('PUT', `${CERTIFICATES}/2`, upload('tea', { ...tea, key: books.key })),
    await send('DELETE', `${CERTIFICATES}/2`),
  ].map(({ body }) => JSON.stringify(body));
  for (const key of [books.key, tea.key]) {
    expect(
      texts.filter((text) => text.includes(key.split('\n')[1] ?? '') || text.includes(btoa(key))),
    ).toEqual([]);
  }
});

it.each([
  ['behind the certificate', (pair: CertificateKeyPair) => pair.certificate + pair.key],
  ['before it', (pair: CertificateKeyPair) => pair.key + pair.certificate],
  ['in one line with it', (pair: CertificateKeyPair) => (pair.certificate + pair.key).replaceAll('\n', ' ')],
  [
    'between its lines',
    (pair: CertificateKeyPair) =>
      `-----BEGIN CERTIFICATE-----\n${pair.key}-----END CERTIFICATE-----\n${pair.certificate}`,
  ],
  ['as a comment', (pair: CertificateKeyPair) => pair.certificate + pair.key.replaceAll('-----', '')],
])('a private key in tls.crt, %s, is not read either', async (_, file) => {
  secrets = [
    secretOf(2, { certificate: file(tea), key: tea.key }),
    unnumbered('web-tls', { certificate: file(tea), key: tea.key }),
  ];
  const secret = tea.key.split('\n')[1] ?? '';
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/web-tls'],
    ['GET', '/2'],
    ['DELETE', '/2'],
  ] as const) {
    const { status, body } = await send(method, `${CERTIFICATES}${path}`);
    const texts = [JSON.stringify(body), Buffer.from(`${body.certificate}`, 'base64').toString()];
    expect([status, texts.filter((text) => text.includes(secret))]).toEqual([200, []]);
  }
});

function encryptedKey(): string {
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'p' },
  });
  return privateKey;
}
