import { randomBytes } from 'node:crypto';
import type { Condition } from '../../src/api/condition.ts';
import { RELEASE_NAME } from '../../src/api/group.ts';
import { REASONS } from '../../src/api/reason.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import type { ObjectDraft } from '../../src/kube/object.ts';
import { pathOf } from '../../src/kube/resource.ts';
import { NAMESPACES, SECRETS, SERVICE_ACCOUNTS, SERVICES } from '../../src/objects/core.ts';
import { ROLE_BINDINGS, ROLES } from '../../src/objects/installable.ts';
import { APPLICATIONS, GATEWAY_RULE_TYPE, GATEWAY_RULES, type GatewayRule } from '../../src/objects/stoa.ts';
import { DEPLOYMENTS } from '../../src/objects/workload.ts';
import { type Component, manifestsOf } from './component.ts';
import { until } from './until.ts';

/** Field manager of the cases, outside the REST API. */
const MANAGER = 'stoa-cases';

/** Secret of passwords, with its texts by their keys. */
interface PasswordSecret {
  readonly name: string;
  readonly type?: string | undefined;
  readonly stringData: Readonly<Record<string, string>>;
}

/** A team of one case: a namespace with application 1, and an owner with all permissions in it. */
export class Team {
  readonly id: string;
  readonly namespace: string;
  /** The owner's token. */
  readonly token: string;
  readonly #client: KubeClient;

  private constructor(client: KubeClient, id: string, token: string) {
    this.#client = client;
    this.id = id;
    this.namespace = namespaceOf(id);
    this.token = token;
  }

  static async open(client: KubeClient): Promise<Team> {
    const id = `c${randomBytes(4).toString('hex')}`;
    const namespace = namespaceOf(id);
    const labels = { 'stoa.dev/team': id };
    const space = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels } };
    await client.create(NAMESPACES, space, MANAGER);
    const metadata = { name: 'app', namespace };
    const application = { apiVersion: 'stoa.dev/v1alpha1', kind: 'Application', metadata, spec: { id: 1 } };
    await client.create(APPLICATIONS, application, MANAGER);
    return new Team(client, id, await ownerToken(client, namespace));
  }

  /** Deploys components and waits until their pods are ready. */
  async deploy(components: readonly Component[], image: string): Promise<void> {
    for (const component of components) {
      const { deployment, service } = manifestsOf(component, this.namespace, image);
      await this.#client.create(SERVICES, service, MANAGER);
      await this.#client.create(DEPLOYMENTS, deployment, MANAGER);
    }
    await until('the components are available', async () => {
      const deployments = await this.#client.list(DEPLOYMENTS, { namespace: this.namespace });
      const waiting = deployments.filter(({ spec, status }) => status?.availableReplicas !== spec.replicas);
      return waiting.map(({ metadata }) => `${metadata.name} is not available`);
    });
  }

  /** Stores a certificate (PEM) as the team's number `id`. */
  async certify(id: string, { certificate, key }: { certificate: string; key: string }): Promise<void> {
    const labels = { 'stoa.dev/certificate-id': id };
    const metadata = { name: `certificate-${id}`, namespace: this.namespace, labels };
    const stringData = { 'tls.crt': certificate, 'tls.key': key };
    const secret = { apiVersion: 'v1', kind: 'Secret', type: 'kubernetes.io/tls', metadata, stringData };
    await this.#client.create(SECRETS, secret, MANAGER);
  }

  /** Stores a Secret of passwords, as the engine reads it. */
  async protect({ name, ...rest }: PasswordSecret): Promise<void> {
    const secret = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name, namespace: this.namespace },
      ...rest,
    };
    await this.#client.create(SECRETS, secret, MANAGER);
  }

  /** The team's rules as stored. */
  rules(): Promise<GatewayRule[]> {
    return this.#client.list(GATEWAY_RULES, { namespace: this.namespace });
  }

  /** Waits until every rule is Ready, but for those that lead to `unserved` components. */
  async ready(unserved: readonly string[] = []): Promise<readonly GatewayRule[]> {
    const served = async () => (await this.rules()).filter((rule) => !leadsTo(unserved, rule));
    await until('the rules are Ready', async () => {
      const rules = await served();
      return rules.filter((rule) => conditionOf(rule, 'Ready')?.status !== 'True').map(complaint);
    });
    return served();
  }

  /** Waits until every rule that leads to `unserved` components reports that the engine does not support it. */
  async unsupported(unserved: readonly string[]): Promise<void> {
    await until('the rules report that they are not supported', async () => {
      const rules = await this.rules();
      return rules
        .filter((rule) => leadsTo(unserved, rule))
        .filter((rule) => conditionOf(rule, 'Ready')?.reason !== REASONS.notSupported)
        .map(complaint);
    });
  }

  /** Deletes all rules and waits until their objects are gone. */
  async clear(): Promise<void> {
    for (const { metadata } of await this.rules()) {
      const { name, uid } = metadata;
      const { namespace } = this;
      // The next team may have the same ports.
      const annotations = { [RELEASE_NAME]: 'true' };
      const released = { ...GATEWAY_RULE_TYPE, metadata: { name, namespace, uid, annotations } };
      await this.#client.apply(GATEWAY_RULES, released, MANAGER);
      await this.#client.delete(GATEWAY_RULES, { name, namespace, uid });
    }
    await until('the rules are gone', async () => {
      return (await this.rules()).map(({ metadata }) => `${metadata.name} is still there`);
    });
  }

  /** Deletes the team with all its objects; resolves when its rules are gone. */
  async close(): Promise<void> {
    await this.clear();
    const { metadata } = await this.#client.get(NAMESPACES, { name: this.namespace });
    await this.#client.delete(NAMESPACES, { name: this.namespace, uid: metadata.uid });
  }
}

/** Condition of a rule for its current generation. */
export function conditionOf({ metadata, status }: GatewayRule, type: string): Condition | undefined {
  return status?.conditions?.find(
    (condition) => condition.type === type && condition.observedGeneration === metadata.generation,
  );
}

/** Whether a rule leads to one of some components. */
function leadsTo(components: readonly string[], { spec }: GatewayRule): boolean {
  return components.includes((spec.http ?? spec.tcp)?.serviceId ?? '');
}

function complaint(rule: GatewayRule): string {
  const bad = (rule.status?.conditions ?? []).filter(({ status }) => status !== 'True');
  const reasons = bad.map(({ type, reason, message }) => `${type}: ${reason}, ${message}`);
  return `${rule.metadata.name} (${reasons.join('; ') || 'no status yet'})`;
}

function namespaceOf(id: string): string {
  return `case-${id}`;
}

async function ownerToken(client: KubeClient, namespace: string): Promise<string> {
  const metadata = { name: 'owner', namespace };
  const rbac = (kind: string, more: object): ObjectDraft => {
    return { apiVersion: 'rbac.authorization.k8s.io/v1', kind, metadata, ...more };
  };
  const everything = [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }];
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: metadata.name };
  const subjects = [{ kind: 'ServiceAccount', ...metadata }];
  await client.create(ROLES, rbac('Role', { rules: everything }), MANAGER);
  await client.create(ROLE_BINDINGS, rbac('RoleBinding', { roleRef, subjects }), MANAGER);
  await client.apply(SERVICE_ACCOUNTS, { apiVersion: 'v1', kind: 'ServiceAccount', metadata }, MANAGER);
  const { status } = await client.post<{ readonly status: { readonly token: string } }>(
    pathOf(SERVICE_ACCOUNTS, { ...metadata, subresource: 'token' }),
    { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { expirationSeconds: 3600 } },
  );
  return status.token;
}
