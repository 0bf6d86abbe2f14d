import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { expect } from 'vitest';
import { createAuthority, issueServer } from '../../../../deploy/local/cluster/pki.ts';
import type { KubeObject } from '../../../../src/kube/object.ts';
import type { Resource } from '../../../../src/kube/resource.ts';
import { CLAIMS, CONFIG_MAPS, SECRETS, SERVICES } from '../../../../src/objects/core.ts';
import { PORT_ROUTES } from '../../../../src/objects/gatewayapi.ts';
import { HTTP_ROUTES } from '../../../../src/objects/httproute.ts';
import {
  APPLICATIONS,
  GATEWAY_RULE_TYPE,
  GATEWAY_RULES,
  MARKET_INSTALLS,
} from '../../../../src/objects/stoa.ts';
import { DEPLOYMENTS, STATEFUL_SETS } from '../../../../src/objects/workload.ts';
import { conditionWith } from '../../../support/condition.ts';
import { eventually } from '../../../support/eventually.ts';
import { app, templateOf } from '../../../support/template.ts';
import { member } from '../member.ts';
import { serving, storing, withPassword } from '../models.ts';
import { Install, Shop } from '../shop.ts';
import { TESTER, Team } from '../world.ts';
import type { Life } from './life.ts';

/** Clients of a certificate that signs itself. */
const UNVERIFIED = new Agent({ connect: { rejectUnauthorized: false } });

/** Milliseconds for all to be well again after what happens: back-offs last up to 30 s, and leases expire. */
const RECOVERY_MS = 120_000;

/** Kinds of what a team has; everything of these is the same after what happens. */
const KINDS: readonly Resource[] = [
  ...[GATEWAY_RULES, MARKET_INSTALLS, APPLICATIONS, HTTP_ROUTES, ...PORT_ROUTES.TCP.slice(0, 1)],
  ...[SECRETS, CONFIG_MAPS, SERVICES, CLAIMS, DEPLOYMENTS, STATEFUL_SETS],
];

/** Photo of what a team has, by kind and name: the identity, the version of the spec, and the content of Secrets. */
export type Photo = Readonly<Record<string, unknown>>;

/** Rules, certificates and installs of a team in a life, which are well whatever happens. */
export class Estate {
  readonly team: Team;
  readonly shop: Shop;
  readonly #life: Life;
  /** Rules of http that are served, with their hosts. */
  readonly hosts = new Map<string, string>();

  private constructor(life: Life, team: Team, shop: Shop) {
    this.#life = life;
    this.team = team;
    this.shop = shop;
  }

  /** Opens one: an open and a secured host, a port, and a model with a password, a volume and a host. */
  static async open(life: Life): Promise<Estate> {
    const shop = await Shop.open();
    for (const version of ['1.0', '2.0']) {
      const image = { share_image: `registry.example.com/web:${version}` };
      const apps = [
        app('db', { ...withPassword, ...storing('data') }),
        app('web', { ...serving('web-of-shop', true), ...withPassword, ...image }),
      ];
      await shop.offer('shop', version, templateOf(apps));
    }
    const team = await Team.create(life.client);
    const estate = new Estate(life, team, shop);
    await team.component('web');
    const secure = `s.${team.host}`;
    await team.certificate(1, await issueServer(await createAuthority(), secure, [secure]));
    await estate.rule('open');
    await estate.secureRule();
    await estate.portRule();
    await estate.install().apply('1.0');
    await estate.isWell();
    return estate;
  }

  /** Applies a rule for a host of its own. */
  async rule(name: string, host = `${name}.${this.team.host}`): Promise<void> {
    await this.team.rule(name, { domainName: host });
    this.hosts.set(name, host);
  }

  async portRule(): Promise<void> {
    const { namespace } = this.team;
    const port = this.#life.plane.ports.tcp[0];
    const tcp = { serviceId: 'web', containerPort: 8080, endPoint: { ip: '0.0.0.0', port } };
    const draft = {
      ...GATEWAY_RULE_TYPE,
      metadata: { name: 'port', namespace },
      spec: { appId: 1, protocol: 'tcp', tcp },
    };
    await this.#life.client.apply(GATEWAY_RULES, draft, TESTER);
  }

  /** Applies the rules of the team again, which are as they were. */
  async rulesAgain(): Promise<void> {
    for (const [name, host] of this.hosts) {
      // An API server serves a kind a moment after its CRD is established.
      await eventually(() => this.rule(name, host));
    }
    await this.secureRule();
    await this.portRule();
  }

  async secureRule(): Promise<void> {
    await this.team.rule('secured', { domainName: `s.${this.team.host}`, certificateId: 1 });
  }

  /** Deletes a rule. */
  async unrule(name: string): Promise<void> {
    const { namespace } = this.team;
    const { uid } = (await this.#life.client.get(GATEWAY_RULES, { namespace, name })).metadata;
    await this.#life.client.delete(GATEWAY_RULES, { namespace, name, uid });
    this.hosts.delete(name);
  }

  /** Install of the model by a name. */
  install(name = 'shop'): Install {
    return new Install(this.#life.client, this.team, this.shop, 'shop', { name, volumesOnDelete: 'delete' });
  }

  /** Waits until every rule and install is `Ready` and served. */
  async isWell(): Promise<void> {
    const { client } = this.#life;
    const { namespace } = this.team;
    await eventually(async () => {
      const [rules, installs] = await Promise.all([
        client.list(GATEWAY_RULES, { namespace }),
        client.list(MARKET_INSTALLS, { namespace }),
      ]);
      for (const each of [...rules, ...installs]) {
        conditionWith(each, 'Ready', { status: 'True' });
      }
      for (const [name, host] of this.hosts) {
        expect([name, await this.answer(host)]).toEqual([name, 200]);
      }
    }, RECOVERY_MS);
  }

  /** Status of the answer to a request for a host. */
  async answer(host: string): Promise<number> {
    const { http } = this.#life.plane.ports;
    const answer = await request(`http://${this.#life.host}:${http}/`, { headers: { host } });
    await answer.body.dump();
    return answer.statusCode;
  }

  /** Expects that Stoa still works: a new rule is served, and is not when it has gone. */
  async isAlive(): Promise<void> {
    await this.rule('later');
    await this.team.condition('later', 'Ready', 'True');
    const host = this.hosts.get('later') ?? '';
    await eventually(async () => expect(await this.answer(host)).toBe(200));
    await eventually(async () => expect(await this.#told()).toContain(host));
    await this.unrule('later');
    await eventually(async () => expect(await this.answer(host)).toBe(404));
    await eventually(async () => expect(await this.#told()).not.toContain(host));
  }

  /** Answer of the REST API about the rules of the team. */
  async #told(): Promise<string> {
    const { namespace, id } = this.team;
    await member(this.#life.client, { namespace, name: 'viewer' }, { name: 'view' });
    // The REST API takes no token that has expired by its own clock, which may be ahead.
    const asked = ['create', 'token', 'viewer', `--namespace=${namespace}`, '--duration=24h'];
    const token = (await this.#life.kubectlDoes(...asked)).trim();
    const path = `/openapi/v1/teams/${id}/regions/local/apps/1/domains`;
    const answer = await request(this.#life.restUrl + path, {
      headers: { authorization: token },
      dispatcher: UNVERIFIED,
    });
    const text = await answer.body.text();
    expect([answer.statusCode, text]).toEqual([200, text]);
    return text;
  }

  /** Statuses of all answers but 200 to the requests of clients, one after the other, while `work` lasts. */
  async carriesThrough(work: () => Promise<void>): Promise<readonly string[]> {
    const done = new AbortController();
    const failures: string[] = [];
    const client = async () => {
      for (; !done.signal.aborted; await sleep(20)) {
        const status = await this.answer(this.hosts.get('open') ?? '').catch((error: Error) => error.message);
        failures.push(...(status === 200 ? [] : [String(status)]));
      }
    };
    const asking = client();
    await work().finally(() => done.abort());
    await asking;
    return failures;
  }

  /** Photo of what the team has now, without some kinds, and without the versions of the specs of some. */
  async photo(without: readonly string[] = [], rewritten: readonly string[] = []): Promise<Photo> {
    const { namespace } = this.team;
    const lists = await Promise.all(
      KINDS.map((kind) => this.#life.client.list<KubeObject & WithData>(kind, { namespace })),
    );
    const all = lists.flat().map(({ kind, metadata: { name, uid, generation }, data }) => {
      const version = rewritten.includes(kind ?? '') ? undefined : generation;
      return [`${kind} ${name}`, { uid, generation: version, data }] as const;
    });
    const kept = all.filter(
      ([key]) => !without.includes(key.split(' ')[0] ?? '') && key !== 'ConfigMap kube-root-ca.crt',
    );
    return Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  close(): Promise<void> {
    return this.shop.close();
  }
}

/** Object with the data of a Secret or a ConfigMap. */
interface WithData {
  readonly data?: Readonly<Record<string, string>>;
}
