import { expect } from 'vitest';
import type { HttpRule } from '../../../src/api/gatewayrule.ts';
import { loadAccess } from '../../../src/kube/access.ts';
import { KubeClient } from '../../../src/kube/client.ts';
import { createTransport } from '../../../src/kube/transport.ts';
import { GATEWAY_RULES, type GatewayRule } from '../../../src/objects/stoa.ts';
import { member } from '../../cluster/support/member.ts';
import { Team } from '../../cluster/support/world.ts';
import { eventually } from '../../support/eventually.ts';

/** A member of a team: an account of its namespace. */
export interface Member {
  /** The team, whose objects the account writes. */
  readonly team: Team;
  readonly client: KubeClient;
  readonly token: string;
}

/** Kubernetes' own role, to which the chart's roles are added; what a hostile team has, and nothing else. */
const EDIT = 'edit';

/** The team of a new member, by the label of its namespace by default, and the role of the member in it. */
interface NewMember {
  readonly id?: string;
  readonly role?: string;
  readonly create?: (administrator: KubeClient, id?: string) => Promise<Team>;
}

/** Creates a team, and in its namespace an account with a role there. */
export async function newMember(
  administrator: KubeClient,
  { id, role = EDIT, create = Team.create }: NewMember = {},
): Promise<Member> {
  const created = await create(administrator, id);
  const { namespace } = created;
  const token = await member(administrator, { namespace, name: 'member' }, { name: role });
  const client = await withToken(token);
  // The API server's authorizer learns of the account's permissions with a delay.
  await eventually(() => client.list(GATEWAY_RULES, { namespace }));
  return { team: created.by(client), client, token };
}

/** A client that has a token and nothing else, for the cluster of the current KUBECONFIG. */
export async function withToken(token: string): Promise<KubeClient> {
  const { server, credentials } = loadAccess();
  const { ca } = await credentials();
  const headers = { Authorization: `Bearer ${token}` };
  return new KubeClient(await createTransport({ server, credentials: async () => ({ ca, headers }) }));
}

/** Verdict of the operator on a rule. */
export interface Verdict {
  /** Whether the rule has its host or port, and answers there. */
  readonly stands: boolean;
  readonly message: string;
}

/** Waits until the operator has refused a rule, or a gateway answers for it, if only that no pod is there. */
export function verdictOn({ client, team }: Pick<Member, 'client' | 'team'>, name: string): Promise<Verdict> {
  return eventually(async () => {
    const rule = await client.get(GATEWAY_RULES, { namespace: team.namespace, name });
    const refusal = current(rule, 'Accepted', 'False');
    const ready = current(rule, 'Ready', 'True') ?? current(rule, 'Ready', 'False');
    expect(refusal ?? (ready?.status === 'True' || ready?.reason === 'NoEndpoints')).toBeTruthy();
    return { stands: refusal === undefined, message: refusal?.message ?? '' };
  });
}

/** Words with which the API server itself refuses a rule: the field, and that it is about a declaration. */
const REFUSED = /forbidden: ValidatingAdmissionPolicy .* spec\.(http|tcp)\..*declar/;

/** Verdict on an attempt to store a rule: that of the API server where it refuses the rule, or else the operator's. */
export async function verdictOf(
  member: Pick<Member, 'client' | 'team'>,
  name: string,
  http: Partial<HttpRule>,
): Promise<Verdict> {
  try {
    await member.team.rule(name, http);
  } catch (error) {
    const { message } = error as Error;
    expect(message).toMatch(REFUSED);
    return { stands: false, message };
  }
  return await verdictOn(member, name);
}

/** Whether the API server stores a draft; where it refuses it, the draft is outside of a declaration. */
export async function isStored(work: Promise<unknown>): Promise<boolean> {
  return await work.then(
    () => true,
    (error: Error) => {
      expect(error.message).toMatch(REFUSED);
      return false;
    },
  );
}

function current({ status, metadata }: GatewayRule, type: string, holds: string) {
  return status?.conditions?.find(
    (condition) =>
      condition.type === type &&
      condition.status === holds &&
      condition.observedGeneration === metadata.generation,
  );
}

/** Deletes a rule of a member's team. */
export async function removeRule({ client, team }: Member, name: string): Promise<void> {
  const { namespace } = team;
  const { uid } = (await client.get(GATEWAY_RULES, { namespace, name })).metadata;
  await client.delete(GATEWAY_RULES, { namespace, name, uid });
  await eventually(async () => {
    const left = await client.list(GATEWAY_RULES, { namespace });
    expect(left.map(({ metadata }) => metadata.uid)).not.toContain(uid);
  });
}
