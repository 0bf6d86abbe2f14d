import { randomBytes } from 'node:crypto';
import type { GatewayPlane } from '../../deploy/local/cluster/gatewayplane.ts';
import { type Authority, issueServer } from '../../deploy/local/cluster/pki.ts';
import type { HttpRule, TcpRule } from '../../src/api/gatewayrule.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { isFailure } from '../../src/kube/error.ts';
import type { Resource } from '../../src/kube/resource.ts';
import { NAMESPACES, SECRETS, SERVICES } from '../../src/objects/core.ts';
import { GATEWAYS } from '../../src/objects/gatewayapi.ts';
import { ROLE_BINDINGS, ROLES } from '../../src/objects/installable.ts';
import { APPLICATIONS, GATEWAY_RULE_TYPE, GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { certificateSecret } from '../support/certificate.ts';
import { openInstallAccount } from '../support/installaccount.ts';
import { readyEndpoint, standIn } from '../support/standin.ts';
import { rewrite } from './company/admission.ts';
import { Neighbour } from './company/neighbour.ts';
import { DataPlane } from './dataplane.ts';
import { eventually } from './operatorrun.ts';
import { isReported } from './reporting.ts';
import { Shop } from './shop.ts';
import type { Stage } from './stage.ts';
import { STEP_LIMIT_MS, StepTimeout } from './steptimeout.ts';
import type { Subject } from './subject.ts';
import type { View } from './view.ts';

const USER = 'fault-campaign';

/** Name of the ConfigMap in which a plan's operator keeps released names. */
export const NAMES_RECORD = 'stoa-operator-names';

/** Settings for installs. */
const MARKET = {
  stores: ['127.0.0.1'],
  domain: 'apps.example.com',
  endpoints: { allowed: ['192.168.10.0/24'] },
};

/** The user of one plan: a namespace, and writes to it without any fault. */
export class Team {
  readonly id = `f${randomBytes(4).toString('hex')}`;
  readonly namespace = `team-${this.id}`;
  readonly view: View;
  readonly shop: Shop;
  readonly dataPlane: DataPlane;
  /** Time of each rule's and install's deletion, by uid; milliseconds on the process's monotonic clock. */
  readonly deleted = new Map<string, number>();
  /** Generation of the latest write to a rule, by name: the view may be behind. */
  readonly #written = new Map<string, number>();
  readonly #client: KubeClient;

  readonly #ports: GatewayPlane['ports'];
  readonly #authority: Authority;
  readonly #about: Subject;

  private constructor({ client, engine, observer, plane, authority }: Stage, about: Subject) {
    this.#client = client;
    this.#ports = plane.ports;
    this.#authority = authority;
    this.#about = about;
    this.view = observer.of(this.namespace);
    this.dataPlane = new DataPlane(engine, client, this.namespace, this.view);
    this.shop = new Shop(client, this.namespace, this.view, this.deleted);
  }

  get host(): string {
    return `${this.id}.example.com`;
  }

  /** Gateway of the team's operator: plans run concurrently, and a Gateway has one operator. */
  get gateway() {
    const { http, https, tcp } = this.#ports;
    return {
      namespace: this.namespace,
      name: 'gateway',
      http: { port: http },
      https: { port: https },
      // Plans are concurrent: a workload may stop the gateway while another one does not expect it.
      probe: { mode: this.#about === 'serving' ? 'auto' : 'off' },
      tcp: { ports: `${Math.min(...tcp)}-${Math.max(...tcp)}` },
    };
  }

  /** Configuration of the team's operator. */
  get config() {
    const { gateway } = this;
    return { gateway, market: MARKET };
  }

  /** Permits the operator to keep names in the namespace: it may by the chart in its own only, which all plans share. */
  async #openLedger(): Promise<void> {
    const { namespace } = this;
    const metadata = { name: NAMES_RECORD, namespace };
    const apiVersion = `${ROLES.group}/${ROLES.version}`;
    const rule = { apiGroups: [''], resources: ['configmaps'], resourceNames: [metadata.name] };
    const rules = [{ ...rule, verbs: ['create', 'patch'] }];
    await this.#client.apply(ROLES, { apiVersion, kind: ROLES.kind, metadata, rules }, USER);
    const roleRef = { apiGroup: ROLES.group, kind: ROLES.kind, name: metadata.name };
    const subjects = [{ kind: 'ServiceAccount', name: 'stoa-operator', namespace: 'stoa-system' }];
    const binding = { apiVersion, kind: ROLE_BINDINGS.kind, metadata, roleRef, subjects };
    await this.#client.apply(ROLE_BINDINGS, binding, USER);
  }

  async #openGateway(): Promise<void> {
    const { namespace, name, http } = this.gateway;
    const listeners = [
      { name: 'http', protocol: 'HTTP', ...http, allowedRoutes: { namespaces: { from: 'Same' } } },
    ];
    const head = {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'Gateway',
      metadata: { namespace, name },
    };
    await this.#client.apply(GATEWAYS, { ...head, spec: { gatewayClassName: 'traefik', listeners } }, USER);
  }

  /** Creates the namespace with an application and the components web and other. */
  static async create(stage: Stage, about: Subject): Promise<Team> {
    const { client } = stage;
    const team = new Team(stage, about);
    const metadata = { name: team.namespace, labels: { 'stoa.dev/team': team.id } };
    await client.apply(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata }, USER);
    const app = { name: 'app', namespace: team.namespace };
    const head = { apiVersion: 'stoa.dev/v1alpha1', kind: 'Application' };
    await client.apply(APPLICATIONS, { ...head, metadata: app, spec: { id: 1 } }, USER);
    await Promise.all([
      openInstallAccount(client, team.namespace),
      team.#openLedger(),
      team.#openGateway(),
      team.component('web'),
      team.component('other'),
      team.shop.open(),
    ]);
    return team;
  }

  /** A port that the gateway does not offer. */
  readonly foreignPort = 4;

  /** Applies the Service of a component. */
  async component(name: string): Promise<void> {
    const labels = { 'stoa.dev/app-id': '1', 'stoa.dev/component-id': name };
    const metadata = { name, namespace: this.namespace, labels };
    const spec = { selector: { app: name }, ports: [{ name: 'http', port: 8080 }] };
    await this.#client.apply(SERVICES, { apiVersion: 'v1', kind: 'Service', metadata, spec }, USER);
    const service = { namespace: this.namespace, name, portName: 'http' };
    await (this.#about === 'serving' ? standIn(this.#client, service) : readyEndpoint(this.#client, service));
  }

  /** Deletes the Service of a component. */
  async removeComponent(name: string): Promise<void> {
    const service = await this.#client.get(SERVICES, { namespace: this.namespace, name });
    await this.#client.delete(SERVICES, { namespace: this.namespace, name, uid: service.metadata.uid });
  }

  /** Applies an http rule for the team's host to component web. */
  rule(name: string, http: Partial<HttpRule> = {}): Promise<void> {
    const { host: domainName } = this;
    const whole = { serviceId: 'web', containerPort: 8080, domainName, whetherOpen: true, ...http };
    return this.#apply(name, { appId: 1, protocol: 'http', http: whole });
  }

  /** Applies a tcp rule for the first offered port of the gateway to component web. */
  tcpRule(name: string, tcp: Partial<TcpRule> = {}): Promise<void> {
    const endPoint = { ip: '0.0.0.0', port: this.#ports.tcp[0] ?? 0 };
    const whole = { serviceId: 'web', containerPort: 8080, endPoint, ...tcp };
    return this.#apply(name, { appId: 1, protocol: 'tcp', tcp: whole });
  }

  /** Weights of the backends of the team's routes, in ascending order. */
  weights(): number[] {
    return [...this.view.routes.values()]
      .flatMap(({ spec }) =>
        spec.rules.flatMap(({ backendRefs = [] }) => backendRefs.map(({ weight }) => weight ?? 1)),
      )
      .toSorted((a, b) => a - b);
  }

  /** Another client in the namespace, with a field manager. */
  neighbour(manager: string): Neighbour {
    return new Neighbour(this.#client, this.namespace, manager);
  }

  /** Makes policies rewrite the objects of the namespace, from the return on. */
  rewritten(): Promise<void> {
    return rewrite(this.#client, this.namespace);
  }

  /** Applies a Secret with a new certificate for the team's host. */
  async certificate(id: number): Promise<void> {
    const issued = await issueServer(this.#authority, this.host, [this.host]);
    await this.#client.apply(SECRETS, certificateSecret(this.namespace, id, issued), USER);
  }

  /** Deletes the Secret of a certificate. */
  async removeCertificate(id: number): Promise<void> {
    const target = { namespace: this.namespace, name: `cert-${id}` };
    const { metadata } = await this.#client.get(SECRETS, target);
    await this.#client.delete(SECRETS, { ...target, uid: metadata.uid });
  }

  async #apply(name: string, spec: object): Promise<void> {
    const metadata = { name, namespace: this.namespace };
    const draft = { ...GATEWAY_RULE_TYPE, metadata, spec };
    const rule = await this.#client.apply(GATEWAY_RULES, draft, USER);
    this.#written.set(name, rule.metadata.generation ?? 0);
  }

  /** Deletes a rule. */
  async removeRule(name: string): Promise<void> {
    const { metadata } = await this.#client.get(GATEWAY_RULES, { namespace: this.namespace, name });
    await this.#client.delete(GATEWAY_RULES, { namespace: this.namespace, name, uid: metadata.uid });
    this.deleted.set(metadata.uid, performance.now());
  }

  /** Whether a rule's condition matches, for the latest written generation. */
  has(name: string, type: string, status: string): boolean {
    const rule = this.view.rules.get(name);
    const condition = rule?.status?.conditions?.find((one) => one.type === type);
    return condition?.status === status && condition.observedGeneration === this.#written.get(name);
  }

  /** Whether the application's status is up to date. */
  get isReported(): boolean {
    return isReported(this.view);
  }

  /** Waits until a rule's condition matches. */
  async reach(name: string, type: string, status: string): Promise<void> {
    if (!(await this.view.until(() => this.has(name, type, status), STEP_LIMIT_MS))) {
      const { metadata, status: found } = this.view.rules.get(name) ?? {};
      const standing = JSON.stringify({ generation: metadata?.generation, status: found });
      throw new StepTimeout(`rule ${name} is not ${type}=${status}: ${standing}`);
    }
  }

  /** Waits until a rule is older than any later one: for two of the same second, the uid decides which is the older. */
  async settleAge(name: string): Promise<void> {
    const born = Date.parse(this.view.rules.get(name)?.metadata.creationTimestamp ?? '');
    await eventually(async () => Date.now() >= born + 1_000, STEP_LIMIT_MS);
  }

  /** Deletes the plan's objects, so that the gateway does not keep their configuration. */
  async leave(): Promise<void> {
    const rules = await this.#client.list(GATEWAY_RULES, { namespace: this.namespace });
    await this.shop.leave();
    await Promise.all(rules.map(({ metadata }) => this.removeRule(metadata.name).catch(unlessGone)));
    // The engine processes every Gateway at every change: a thousand of them would overload it.
    await Promise.all([GATEWAYS, APPLICATIONS, SERVICES].map((resource) => this.#removeAll(resource)));
  }

  async #removeAll(resource: Resource): Promise<void> {
    const { namespace } = this;
    const objects = await this.#client.listMetadata(resource, { namespace });
    await Promise.all(
      objects.map(({ metadata: { name, uid } }) =>
        this.#client.delete(resource, { namespace, name, uid }).catch(unlessGone),
      ),
    );
  }
}

function unlessGone(error: unknown): void {
  if (!isFailure(error, 'not-found')) {
    throw error;
  }
}
