import { randomUUID } from 'node:crypto';
import { dnsNameSchema } from '../../../api/grammar.ts';
import { ANNOTATIONS, LABELS } from '../../../api/group.ts';
import { readTls } from '../../../content/certificate.ts';
import { ignoreNotFound, isFailure } from '../../../kube/error.ts';
import { keyOf, type ObjectDraft } from '../../../kube/object.ts';
import { byAge } from '../../../objects/age.ts';
import { SECRETS, type Secret } from '../../../objects/core.ts';
import { secretData } from '../../../objects/secret.ts';
import { GATEWAY_RULES } from '../../../objects/stoa.ts';
import { createOnce, titleDigest } from '../../createonce.ts';
import { numericId } from '../../http/id.ts';
import { FIELD_MANAGER, refuseManaged } from '../../ownership.ts';
import { invalidFields, Problem } from '../../problem/problem.ts';
import type { TeamScope } from '../../scope.ts';
import { type CertificateBody, certificateAlias, certificateIdOf } from './record.ts';

/** Selector of the Secrets that hold certificates. */
const OF_TLS = 'type=kubernetes.io/tls';

/** All TLS Secrets of a team, whoever stores them, read as the caller, the oldest first. */
export async function readTlsSecrets({ client, namespace }: TeamScope): Promise<readonly Secret[]> {
  return (await client.list(SECRETS, { namespace, fieldSelector: OF_TLS })).toSorted(byAge);
}

/** TLS Secrets of a team that have a number, read as the caller, the oldest first. */
export async function readCertificates(
  { client, namespace }: TeamScope,
  id?: string,
): Promise<readonly Secret[]> {
  const secrets = await client.list(SECRETS, {
    namespace,
    labelSelector: id === undefined ? LABELS.certificateId : `${LABELS.certificateId}=${id}`,
    fieldSelector: OF_TLS,
  });
  return secrets.filter((secret) => certificateIdOf(secret) > 0).toSorted(byAge);
}

/** The TLS Secret of a team with a name, read as the caller, as a list of one; empty where there is none. */
export async function readNamedCertificate(
  { client, namespace }: TeamScope,
  name: string,
): Promise<readonly Secret[]> {
  return await client.list(SECRETS, { namespace, fieldSelector: `metadata.name=${name},${OF_TLS}` });
}

/** The certificate of a team with a number, or else with the name of its Secret; throws the Problem `certificateUnknown`. */
export async function findCertificate(team: TeamScope, ref: string): Promise<Secret> {
  const found = (await withNumber(team, ref)) ?? (await withName(team, ref));
  if (found === undefined) {
    throw new Problem('certificateUnknown', `certificate_id: the team has no certificate ${ref}`);
  }
  return found;
}

/** The certificate of a team with a number; throws the Problem `certificateUnknown`, also for a Secret without one. */
export async function findNumbered(team: TeamScope, id: string): Promise<Secret> {
  const found = await withNumber(team, id);
  if (found === undefined) {
    throw certificateUnknown(id);
  }
  return found;
}

// Anything but a number or a name could be more of a selector than the value of a label or a field.
async function withNumber(team: TeamScope, id: string): Promise<Secret | undefined> {
  return /^[1-9]\d{0,9}$/.test(id) ? (await readCertificates(team, id))[0] : undefined;
}

async function withName(team: TeamScope, name: string): Promise<Secret | undefined> {
  return SECRET_NAME.safeParse(name).success ? (await readNamedCertificate(team, name))[0] : undefined;
}

const SECRET_NAME = dnsNameSchema('must be the name of a Secret');

/** The Problem `certificateUnknown` of a write for a number. */
function certificateUnknown(id: string): Problem {
  const message = `the team has no certificate with the number ${id}; a Secret without a number is changed by who stores it, such as kubectl or cert-manager`;
  return new Problem('certificateUnknown', `certificate_id: ${message}`);
}

/** Stores a new certificate as a Secret of the team, as the caller. Throws Problem and KubeError. */
export async function createCertificate(team: TeamScope, body: CertificateBody): Promise<Secret> {
  const data = tlsDataOf(body);
  await requireFreeAlias(team, body.alias, undefined);
  // A number is never used again: a rule that still has it would get the new certificate.
  const id = numericId(randomUUID());
  const draftNamed = (name: string) =>
    draftOf({ metadata: { name, namespace: team.namespace } }, { ...body, id, data });
  return await createOnce({
    names: [`certificate-${titleDigest(body.alias)}`, `certificate-${id}`],
    create: (name) => team.client.create(SECRETS, draftNamed(name), FIELD_MANAGER),
    requireFree: () => requireFreeAlias(team, body.alias, undefined),
  });
}

/** Stores another certificate in a Secret; its number stays. Throws Problem and KubeError. */
export async function replaceCertificate(
  team: TeamScope,
  stored: Secret,
  body: CertificateBody,
): Promise<Secret> {
  const data = tlsDataOf(body);
  refuseManaged(stored);
  await requireFreeAlias(team, body.alias, stored);
  const id = certificateIdOf(stored);
  const { name, uid } = stored.metadata;
  const metadata = { name, uid, namespace: team.namespace };
  try {
    return await team.client.apply(SECRETS, draftOf({ metadata }, { ...body, id, data }), FIELD_MANAGER);
  } catch (error) {
    throw isFailure(error, 'conflict') ? certificateUnknown(String(id)) : error;
  }
}

/** Deletes a certificate that no rule of the team names. Throws Problem and KubeError. */
export async function removeCertificate(team: TeamScope, stored: Secret): Promise<void> {
  const { client, namespace } = team;
  refuseManaged(stored);
  const id = certificateIdOf(stored);
  const { name, uid } = stored.metadata;
  const rules = await client.list(GATEWAY_RULES, { namespace });
  const user = rules.find(
    ({ spec: { http } }) => http?.certificateId === id || http?.certificateName === name,
  );
  if (user !== undefined) {
    throw new Problem(
      'certificateInUse',
      `certificate_id: the rule ${keyOf(user)} has the certificate ${id}: give it another one first`,
    );
  }
  await ignoreNotFound(client.delete(SECRETS, { namespace, name, uid }));
}

/** Throws the Problem `aliasTaken` where a certificate other than `own` has an alias. */
async function requireFreeAlias(team: TeamScope, alias: string, own: Secret | undefined): Promise<void> {
  const taken = (await readCertificates(team)).find(
    (secret) => certificateAlias(secret) === alias && secret.metadata.uid !== own?.metadata.uid,
  );
  if (taken !== undefined) {
    throw new Problem('aliasTaken', `alias: the certificate ${certificateIdOf(taken)} has it already`);
  }
}

/** Content of a Secret as a request says it. */
interface Content {
  readonly id: number;
  readonly alias: string;
  readonly data: TlsData;
}

function draftOf({ metadata }: Pick<ObjectDraft, 'metadata'>, { id, alias, data }: Content): ObjectDraft {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      ...metadata,
      labels: { [LABELS.certificateId]: String(id) },
      annotations: { [ANNOTATIONS.certificateAlias]: alias },
    },
    type: 'kubernetes.io/tls',
    data,
  };
}

/** Data of a TLS Secret, in base64. */
type TlsData = Readonly<Record<'tls.crt' | 'tls.key', string>>;

/** Members of a request by the keys of the Secret that they become. */
const MEMBERS = { 'tls.crt': 'certificate', 'tls.key': 'private_key' } as const;

/** Data of a certificate and its key; throws the Problem `invalid`, which names the member that does not fit. */
function tlsDataOf({ certificate, private_key }: CertificateBody): TlsData {
  const data = secretData({ 'tls.crt': storedPem(certificate), 'tls.key': storedPem(private_key) });
  const content = readTls('kubernetes.io/tls', data);
  if (content.type === 'unusable') {
    throw invalidFields([{ field: MEMBERS[content.part], message: content.why }]);
  }
  return data;
}

/** PEM as it is stored: with one line end, whatever a client sent or left out. */
function storedPem(pem: string): string {
  return `${pem.trim()}\n`;
}
