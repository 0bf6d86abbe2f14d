import { createAuthority, issueServer } from '../../deploy/local/cluster/pki.ts';
import { PASSWORD_FORMS, type PasswordForm } from '../../src/content/passwords.ts';
import type { HttpRequest, TcpRequest } from './case.ts';
import { OutsideClient, type Reply } from './client.ts';
import { componentsOf } from './component.ts';
import { complaintsOfAll, complaintsOfOne, repeatsOf } from './expectation.ts';
import { demonstratedFeatures, expressionComplaints, reportedLoss, unsupportedFeatures } from './features.ts';
import { settingComplaints } from './rendered.ts';
import { createRule } from './rest.ts';
import type { Scene } from './scene.ts';
import { until } from './until.ts';
import { opened, throwIfAny } from './values.ts';

/** Number of concurrent requests, if their order does not matter. */
const AT_ONCE = 8;

/**
 * Creates a case's rules, waits until they are Ready and sends its requests, except those that demonstrate unsupported
 * features; returns these features.
 */
export async function playTraffic(scene: Scene): Promise<readonly string[]> {
  const { stage, team, one } = scene;
  const ca = await establish(scene);
  const unserved = unservedComponents(scene);
  await team.unsupported(unserved);
  const rules = await team.ready(unserved);
  throwIfAny(rules.flatMap((rule) => expressionComplaints(rule, stage.dialect, scene.differences)));
  throwIfAny(await settingComplaints(scene, rules));
  const lacked = unsupportedFeatures(rules, stage.dialect);
  const isDeaf = !stage.hasPods && componentsOf(one).some(({ accepts }) => accepts === 'nothing');
  const deaf = isDeaf ? ['components that accept no connection'] : [];
  const unshownBy = (request: HttpRequest | TcpRequest): readonly string[] =>
    unserved.length > 0 && 'port' in request && request.protocol === 'udp'
      ? ['UDP']
      : [...deaf, ...demonstratedFeatures(request, lacked), ...reportedLoss(request, rules)];
  const client = new OutsideClient(stage.gateway, ca);
  try {
    await sendAll(
      client,
      one.requests.filter((request) => unshownBy(request).length === 0),
    );
  } finally {
    await client.close();
  }
  // A case without requests tests its settings only.
  return one.requests.length === 0 ? [...lacked] : one.requests.flatMap(unshownBy);
}

/** Creates a case's certificates, passwords and rules; returns the CA of the certificates, in PEM. */
export async function establish(scene: Scene): Promise<string> {
  const ca = await certify(scene);
  await protect(scene);
  await createRules(scene);
  return ca;
}

/** Components of a case for whose ports the engine has no listeners. */
function unservedComponents({ stage, one }: Scene): readonly string[] {
  const isServed = stage.dialect.ports.UDP.level !== 'none';
  return componentsOf(one).flatMap(({ id, protocol }) => (protocol === 'udp' && !isServed ? [id] : []));
}

/** Creates the case's certificates; returns the CA that signed them, in PEM. */
async function certify({ team, one }: Scene): Promise<string> {
  const authority = await createAuthority();
  for (const [id, hosts] of Object.entries(one.certificates)) {
    await team.certify(id, await issueServer(authority, `case ${one.name}`, hosts));
  }
  return authority.certificate;
}

async function protect({ stage, team, one }: Scene): Promise<void> {
  const { key = 'users', type }: PasswordForm = PASSWORD_FORMS[stage.dialect.passwords ?? 'envoy'];
  for (const [name, lines] of Object.entries(one.passwords)) {
    await team.protect({ name, type, stringData: { [key]: lines } });
  }
}

async function createRules({ stage, team, one }: Scene): Promise<void> {
  const wanted = [
    ...one.with.map((body) => ({ body, status: 200 })),
    { body: one.rule, status: one.create.status },
  ];
  for (const { body, status } of wanted) {
    const created = await createRule(stage, team, opened(body));
    throwIfAny(created.status === status ? [] : [`created with ${created.status}: ${created.text}`]);
  }
}

/** Waits until the gateway serves the rules; every later response must match. */
async function sendAll(client: OutsideClient, requests: readonly (HttpRequest | TcpRequest)[]) {
  const answered = requests.map(() => new Set<string>());
  await until('the gateway responds according to the rules', async () => {
    const complaints: string[] = [];
    for (const [index, request] of requests.entries()) {
      complaints.push(...(await firstLook(client, request, answered[index] ?? new Set())));
    }
    return complaints;
  });
  const complaints: string[] = [];
  for (const request of requests) {
    complaints.push(
      ...('host' in request ? await repeated(client, request) : await dialled(client, request)),
    );
  }
  throwIfAny(complaints);
}

/** Waits for a correct response; if components share a host, for one of each. */
async function firstLook(
  client: OutsideClient,
  request: HttpRequest | TcpRequest,
  answered: Set<string>,
): Promise<readonly string[]> {
  try {
    if ('port' in request) {
      return await dialled(client, request);
    }
    const reply = await client.send(request);
    answered.add(reply.seen?.component ?? '');
    const missing = Object.entries(request.expect.share ?? {})
      .filter(([component, part]) => part > 0 && !answered.has(component))
      .map(([component]) => `${component} has not answered yet`);
    return [...named(request, complaintsOfOne(request, reply)), ...missing];
  } catch (error) {
    return [`${'port' in request ? request.port : request.path}: ${String(error)}`];
  }
}

async function dialled(client: OutsideClient, request: TcpRequest): Promise<string[]> {
  const component = await client.dial(request);
  const { port, expect } = request;
  return component === expect.backend ? [] : [`port ${port}: ${component} instead of ${expect.backend}`];
}

async function repeated(client: OutsideClient, request: HttpRequest): Promise<readonly string[]> {
  const replies: Reply[] = [];
  let left = repeatsOf(request);
  const send = async () => {
    while (left > 0) {
      left -= 1;
      replies.push(await client.send(request));
    }
  };
  await Promise.all(Array.from({ length: request.cookies_kept ? 1 : AT_ONCE }, send));
  const single = new Set(replies.flatMap((reply) => complaintsOfOne(request, reply)));
  return named(request, [...single, ...complaintsOfAll(request, replies)]);
}

function named({ scheme, host, path }: HttpRequest, complaints: readonly string[]): readonly string[] {
  return complaints.map((complaint) => `${scheme}://${host}${path}: ${complaint}`);
}
