import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import type { CertificateKeyPair } from '../../../deploy/local/cluster/pki.ts';
import type { Condition } from '../../../src/api/condition.ts';
import type { HttpRule } from '../../../src/api/gatewayrule.ts';
import type { TlsRule } from '../../../src/api/tlsrule.ts';
import { loadAccess } from '../../../src/kube/access.ts';
import { KubeClient } from '../../../src/kube/client.ts';
import type { ObjectDraft } from '../../../src/kube/object.ts';
import { createTransport } from '../../../src/kube/transport.ts';
import { NAMESPACES, SECRETS, SERVICES } from '../../../src/objects/core.ts';
import {
  APPLICATIONS,
  GATEWAY_RULE_TYPE,
  GATEWAY_RULES,
  type GatewayRule,
} from '../../../src/objects/stoa.ts';
import { DEPLOYMENTS } from '../../../src/objects/workload.ts';
import { certificateSecret } from '../../support/certificate.ts';
import { conditionWith } from '../../support/condition.ts';
import { openInstallAccount } from '../../support/installaccount.ts';
import { reaches } from '../../support/reaches.ts';
import type { AccountedTeam } from './account.ts';
import { type Ended, run } from './cli.ts';
import { recordLeftovers } from './leftovers.ts';

/** Field manager of the tests. */
export const TESTER = 'stoa-test';

/** A client with all permissions. */
export async function connect(kubeconfig = inject('cluster').kubeconfig): Promise<KubeClient> {
  process.env.KUBECONFIG = kubeconfig;
  return new KubeClient(await createTransport(loadAccess()));
}

/** Runs kubectl against the test's cluster. */
export function kubectl(args: readonly string[], input?: string): Promise<Ended> {
  const { kubectl: program, kubeconfig } = inject('cluster');
  return run(program, [`--kubeconfig=${kubeconfig}`, ...args], input);
}

const teams: AccountedTeam[] = [];

/** The teams that the tests of this process have created, after the first ones. */
export function teamsSince(first: number): readonly AccountedTeam[] {
  return teams.slice(first);
}

/** A name that no other test uses. */
function newId(): string {
  return `t${randomBytes(4).toString('hex')}`;
}

/** A team of one test, with an application and the objects of the test. */
export class Team {
  readonly id: string;
  readonly namespace: string;
  readonly host: string;
  readonly #client: KubeClient;

  private constructor(client: KubeClient, { id, namespace }: Pick<Team, 'id' | 'namespace'>) {
    this.#client = client;
    this.id = id;
    this.namespace = namespace;
    this.host = `${id}.example.com`;
  }

  /** Creates a team by the label of its namespace. */
  static create(client: KubeClient, id = newId()): Promise<Team> {
    return Team.#open(client, { id, namespace: `team-${id}` }, { 'stoa.dev/team': id });
  }

  /** Creates a team by the label of a namespace whose name is none of a team, so that it can leave. */
  static createLeaving(client: KubeClient, id = newId()): Promise<Team> {
    return Team.#open(client, { id, namespace: `kube-${id}` }, { 'stoa.dev/team': id });
  }

  /** Creates a namespace without the label, which is a team by its name. */
  static createByName(client: KubeClient, namespace = newId()): Promise<Team> {
    return Team.#open(client, { id: namespace, namespace }, {});
  }

  /** Creates the namespace, application 1 in it, and the account as which installs are made there. */
  static async #open(
    client: KubeClient,
    names: Pick<Team, 'id' | 'namespace'>,
    labels: Readonly<Record<string, string>>,
  ): Promise<Team> {
    const team = new Team(client, names);
    teams.push({ client, namespace: team.namespace });
    recordLeftovers(`namespace/${team.namespace}`);
    await client.apply(
      NAMESPACES,
      { ...head('v1', 'Namespace'), metadata: { name: team.namespace, labels } },
      TESTER,
    );
    const metadata = { name: 'app', namespace: team.namespace };
    await client.apply(
      APPLICATIONS,
      { ...head('stoa.dev/v1alpha1', 'Application'), metadata, spec: { id: 1 } },
      TESTER,
    );
    await openInstallAccount(client, team.namespace);
    return team;
  }

  /** The same team, whose objects another client writes. */
  by(client: KubeClient): Team {
    return new Team(client, this);
  }

  /**
   * Creates a component: a Deployment and its Service, identified by their labels. The Service targets the port of the
   * container by its name, if that has one, or by another.
   */
  async component(
    id: string,
    port = 8080,
    named?: { readonly name: string; readonly containerPort: number },
    targetPort: string | undefined = named?.name,
  ): Promise<void> {
    const labels = { 'stoa.dev/app-id': '1', 'stoa.dev/component-id': id };
    const metadata = { name: id, namespace: this.namespace, labels };
    const template = {
      metadata: { labels: { app: id, ...labels } },
      spec: {
        containers: [{ name: 'main', image: 'example.com/none:1', ...(named && { ports: [named] }) }],
      },
    };
    const spec = { selector: { matchLabels: { app: id } }, template };
    await this.#client.apply(DEPLOYMENTS, { ...head('apps/v1', 'Deployment'), metadata, spec }, TESTER);
    const ports = [{ name: 'http', port, ...(targetPort && { targetPort }) }];
    const service = { selector: { app: id }, ports };
    await this.#client.apply(SERVICES, { ...head('v1', 'Service'), metadata, spec: service }, TESTER);
  }

  /** Sets how the pods of a component behave, by annotations. */
  async behave(component: string, annotations: Readonly<Record<string, string>>): Promise<void> {
    const metadata = { name: component, namespace: this.namespace };
    const template = {
      metadata: { annotations },
      spec: { containers: [{ name: 'main', image: 'example.com/none:1' }] },
    };
    const spec = { selector: { matchLabels: { app: component } }, template };
    const manager = `${TESTER}-behave`;
    await this.#client.apply(DEPLOYMENTS, { ...head('apps/v1', 'Deployment'), metadata, spec }, manager);
  }

  /** Removes the label from the namespace: one that can leave is no team namespace afterwards. */
  async leave(): Promise<void> {
    const draft = { ...head('v1', 'Namespace'), metadata: { name: this.namespace, labels: {} } };
    await this.#client.apply(NAMESPACES, draft, TESTER);
  }

  /** Applies an http rule for the team's host. */
  rule(name: string, http: Partial<HttpRule> = {}): Promise<GatewayRule> {
    const whole = {
      serviceId: 'web',
      containerPort: 8080,
      domainName: this.host,
      whetherOpen: true,
      ...http,
    };
    const spec = { appId: 1, protocol: 'http', http: whole };
    const metadata = { name, namespace: this.namespace };
    return this.#client.apply(GATEWAY_RULES, { ...GATEWAY_RULE_TYPE, metadata, spec }, TESTER);
  }

  /** Applies a tls rule for a Service of the team. */
  tlsRule(
    name: string,
    tls: Pick<TlsRule, 'domainName' | 'serviceName' | 'containerPort'>,
  ): Promise<GatewayRule> {
    const metadata = { name, namespace: this.namespace };
    return this.#client.apply(
      GATEWAY_RULES,
      { ...GATEWAY_RULE_TYPE, metadata, spec: { appId: 1, protocol: 'tls', tls } },
      TESTER,
    );
  }

  /** Stores a certificate in the team's Secret with a number. */
  async certificate(id: number, issued: CertificateKeyPair): Promise<void> {
    await this.#client.apply(SECRETS, certificateSecret(this.namespace, id, issued), TESTER);
  }

  /** Waits until a rule's condition has the status, and the reason if given, for the rule's current generation. */
  condition(name: string, type: string, status: string, reason?: string): Promise<Condition> {
    const target = { namespace: this.namespace, name };
    const check = (rule: GatewayRule) => conditionWith(rule, type, { status, reason });
    return reaches(this.#client, GATEWAY_RULES, target, check);
  }
}

function head(apiVersion: string, kind: string): Pick<ObjectDraft, 'apiVersion' | 'kind'> {
  return { apiVersion, kind };
}
