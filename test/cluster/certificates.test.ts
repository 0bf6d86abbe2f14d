import { generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto';
import { join } from 'node:path';
import { beforeAll, expect, inject, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { GATEWAYS } from '../../src/objects/gatewayapi.ts';
import { HTTP_ROUTES } from '../../src/objects/httproute.ts';
import { GATEWAY_RULES } from '../../src/objects/stoa.ts';
import {
  authorityOf,
  type Life,
  type ServerOptions,
  serverOf,
  type TestAuthority,
} from '../support/authorities.ts';
import { eventually } from '../support/eventually.ts';
import { run } from './support/cli.ts';
import { member } from './support/member.ts';
import { presented } from './support/tls.ts';
import { rest } from './support/traffic.ts';
import { connect, Team } from './support/world.ts';

const PLUGIN = join(import.meta.dirname, '../../bin/kubectl-stoa');
const HOUR_MS = 3_600_000;

let client: KubeClient;
/** Root that clients trust, and an authority below it that issues the certificates. */
let root: TestAuthority;
let issuer: TestAuthority;

beforeAll(async () => {
  client = await connect();
  root = await authorityOf('Root of clients');
  issuer = await authorityOf('Issuer of teams', root);
});

/** A team whose component answers, and who stores certificates with their chains. */
async function newTeam(): Promise<Team> {
  const team = await Team.create(client);
  await team.component('web');
  return team;
}

interface Certified extends ServerOptions {
  /** Certificates behind that of the server; the default is that of the issuer. */
  readonly behind?: readonly string[];
  readonly key?: string;
}

/** Stores a certificate for a host in the team's Secret with a number. */
async function certify(team: Team, id: number, host: string, certified: Certified = {}): Promise<void> {
  const { behind = [issuer.pem], key: other, ...options } = certified;
  const { pem, key } = await serverOf(issuer, { hosts: [host], ...options });
  await team.certificate(id, { certificate: [pem, ...behind].join(''), key: other ?? key });
}

/** Whether clients that trust the root accept what the gateway presents for a host. */
function isAccepted(host: string): Promise<boolean> {
  return presented(host, root.pem).then(
    ({ names }) => names.includes(host),
    () => false,
  );
}

const PAST: Life = { fromMs: -48 * HOUR_MS, untilMs: -HOUR_MS };
const FUTURE: Life = { fromMs: HOUR_MS, untilMs: 48 * HOUR_MS };
const ENDING: Life = { fromMs: -99 * HOUR_MS, untilMs: HOUR_MS };

function ec(namedCurve: string): KeyPairKeyObjectResult {
  return generateKeyPairSync('ec', { namedCurve });
}

interface Row {
  readonly certified: () => Certified;
  /** Status and reason of ResolvedRefs. */
  readonly resolved: string;
  /** Whether the engine presents it, and clients that trust the root accept it. */
  readonly clients: 'accept' | 'refuse' | 'not presented';
}

const ROWS: Readonly<Record<string, Row>> = {
  sound: { certified: () => ({}), resolved: 'True Resolved', clients: 'accept' },
  p384: { certified: () => ({ pair: ec('P-384') }), resolved: 'True Resolved', clients: 'accept' },
  p521: {
    certified: () => ({ pair: ec('P-521') }),
    resolved: 'True CertificateKeyUncommon',
    clients: 'accept',
  },
  ed25519: {
    certified: () => ({ pair: generateKeyPairSync('ed25519') }),
    resolved: 'True CertificateKeyUncommon',
    clients: 'accept',
  },
  rsa: {
    certified: () => ({ pair: generateKeyPairSync('rsa', { modulusLength: 1024 }) }),
    // OpenSSL, of which this client is made, wants 2048 bits since 3.2; clients in Go take it.
    resolved: 'True CertificateKeyUncommon',
    clients: 'refuse',
  },
  ending: { certified: () => ({ life: ENDING }), resolved: 'True CertificateExpiring', clients: 'accept' },
  alone: {
    certified: () => ({ behind: [] }),
    resolved: 'True CertificateChainIncomplete',
    clients: 'refuse',
  },
  turned: {
    certified: () => ({ behind: [root.pem, issuer.pem] }),
    resolved: 'True CertificateChainIncomplete',
    clients: 'accept',
  },
  past: { certified: () => ({ life: PAST }), resolved: 'False CertificateExpired', clients: 'refuse' },
  future: {
    certified: () => ({ life: FUTURE }),
    resolved: 'False CertificateNotYetValid',
    clients: 'refuse',
  },
  named: {
    certified: () => ({ hosts: ['other.example.com'] }),
    resolved: 'False CertificateNotForHost',
    clients: 'refuse',
  },
  purpose: {
    certified: () => ({ usage: 'client' }),
    resolved: 'False CertificateNotForHost',
    clients: 'refuse',
  },
  curve: {
    certified: () => ({ pair: ec('secp256k1') }),
    resolved: 'False CertificateInvalid',
    clients: 'not presented',
  },
  foreign: {
    certified: () => ({ key: ec('P-256').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }),
    resolved: 'False CertificateInvalid',
    clients: 'not presented',
  },
};

it('clients of the gateway accept and refuse certificates as the conditions of their rules say', async () => {
  const team = await newTeam();
  const rows = Object.entries(ROWS).map(([name, row], index) => ({
    ...row,
    name,
    id: 100 + index,
    host: `${name}.${team.host}`,
  }));
  for (const { name, id, host, certified } of rows) {
    await certify(team, id, host, certified());
    await team.rule(name, { domainName: host, certificateId: id });
  }
  for (const { name, host, resolved, clients } of rows) {
    const [status = '', reason] = resolved.split(' ');
    await team.condition(name, 'ResolvedRefs', status, reason);
    if (status === 'True') {
      await team.condition(name, 'Ready', 'True');
    }
    if (clients === 'not presented') {
      expect((await presented(host)).names, name).not.toContain(team.host);
      continue;
    }
    if (reason !== 'CertificateNotForHost') {
      await eventually(async () => expect((await presented(host)).names, name).toBe(`DNS:${host}`));
    }
    expect(await isAccepted(host), name).toBe(clients === 'accept');
  }
});

it('the condition changes by itself when a certificate begins, and when it ends', async () => {
  const team = await newTeam();
  const [begins, ends] = [`begins.${team.host}`, `ends.${team.host}`];
  await certify(team, 1, begins, { life: { fromMs: 4_000, untilMs: 48 * HOUR_MS } });
  await certify(team, 2, ends, { life: { fromMs: -48 * HOUR_MS, untilMs: 15_000 } });
  await team.rule('begins', { domainName: begins, certificateId: 1 });
  await team.rule('ends', { domainName: ends, certificateId: 2 });
  await team.condition('ends', 'ResolvedRefs', 'True', 'CertificateExpiring');
  await team.condition('begins', 'ResolvedRefs', 'True', 'Resolved');
  await team.condition('begins', 'Ready', 'True');
  expect(await isAccepted(begins)).toBe(true);
  await team.condition('ends', 'Ready', 'False', 'CertificateExpired');
  expect(await isAccepted(ends)).toBe(false);
});

it('a certificate that is renewed again and again causes no write', async () => {
  const team = await newTeam();
  await certify(team, 1, team.host);
  await team.rule('r', { certificateId: 1 });
  await team.condition('r', 'Ready', 'True');
  await eventually(async () => expect(await isAccepted(team.host)).toBe(true));
  const state = async () => {
    const rule = await client.get(GATEWAY_RULES, { namespace: team.namespace, name: 'r' });
    const routes = await client.list(HTTP_ROUTES, { namespace: team.namespace });
    const { spec } = await client.get(GATEWAYS, { namespace: 'stoa-system', name: 'stoa' });
    const listeners = spec.listeners.filter(({ hostname }) => hostname?.endsWith(team.host));
    const generations = routes.map(({ metadata }) => [metadata.name, metadata.generation]);
    return { rule: rule.metadata.resourceVersion, generations, listeners };
  };
  const before = await state();
  for (let round = 0; round < 5; round += 1) {
    const { serial } = await presented(team.host, root.pem);
    await certify(team, 1, team.host);
    await eventually(async () => expect((await presented(team.host, root.pem)).serial).not.toBe(serial));
  }
  expect(await state()).toEqual(before);
});

it('the REST API and kubectl stoa tell what clients will find wrong with a certificate', async () => {
  const team = await newTeam();
  const token = await member(client, { namespace: team.namespace, name: 'owner' }, { name: 'admin' });
  await certify(team, 7, `own.${team.host}`, { life: ENDING });
  const asked = {
    service_id: 'web',
    container_port: 8080,
    domain_name: `other.${team.host}`,
    certificate_id: 7,
    whether_open: true,
  };
  const base = `/teams/${team.id}/regions/local/apps/1/httpdomains`;
  const wrong = new RegExp(
    `^http\\.certificate_id 7: the certificate is for own\\.${team.host}, not for other`,
  );
  const dry = await eventually(async () => {
    const answer = await rest(`${base}?dryRun=true`, { token, body: asked });
    expect(answer.status).toBe(201);
    return answer;
  });
  expect(dry.body).toMatchObject({
    warnings: [expect.stringMatching(wrong), expect.stringContaining('expires at')],
  });
  const created = await rest(base, { token, body: asked });
  expect([created.status, created.headers['x-stoa-warning']]).toEqual([201, expect.stringMatching(wrong)]);
  const listed = await rest(`/teams/${team.id}/certificates`, { method: 'GET', token });
  expect(listed.body).toMatchObject({ list: [{ id: 7, problems: [expect.stringContaining('expires at')] }] });

  await team.rule('own', { domainName: `own.${team.host}`, certificateId: 7 });
  await team.condition('own', 'Ready', 'True');
  const why = await run(PLUGIN, [
    'why',
    'rule/own',
    '-n',
    team.namespace,
    '--kubeconfig',
    inject('cluster').kubeconfig,
  ]);
  expect(why.stdout).toMatch(/CertificateExpiring: .*expires at/s);
  expect(why.stdout).toContain('What to do: Store a new certificate, or check');
});
