import { expect } from 'vitest';
import type { KubeClient } from '../../../src/kube/client.ts';
import { MARKET_INSTALLS } from '../../../src/objects/stoa.ts';
import { eventually } from '../../support/eventually.ts';
import { app, templateOf } from '../../support/template.ts';
import { member } from './member.ts';
import { contentsOf, Shop } from './shop.ts';
import { type RestAnswer, type RestCall, rest } from './traffic.ts';
import { connect, Team } from './world.ts';

/** Access key of the locked store of a market. */
export const ACCESS_KEY = 'key-of-the-shop';

/** Two stores that the REST API may use: one without keys, and one that requires a key. */
export class Market {
  readonly client: KubeClient;
  readonly shop: Shop;
  readonly locked: Shop;

  private constructor(client: KubeClient, shop: Shop, locked: Shop) {
    this.client = client;
    this.shop = shop;
    this.locked = locked;
  }

  /**
   * Starts both. Each offers a pair of components; the one without keys also offers a model that cannot be installed.
   */
  static async open(): Promise<Market> {
    const client = await connect();
    const [shop, locked] = await Promise.all([Shop.open(), Shop.open({ accessKey: ACCESS_KEY })]);
    const needy = app('web', { dep_service_map_list: [{ dep_service_key: 'db+db' }] });
    await shop.offer('pair', '1.0', templateOf([needy, app('db')]));
    await shop.offer('broken', '1.0', '{"apps": "nothing"');
    await locked.offer('pair', '1.0', templateOf([needy, app('db')]));
    return new Market(client, shop, locked);
  }

  /** Creates a team, and an account with a role there. */
  async place(role = 'edit'): Promise<Place> {
    const team = await Team.create(this.client);
    const token = await member(this.client, { namespace: team.namespace, name: 'caller' }, { name: role });
    const place = new Place(this, { team, token, before: await contentsOf(this.client, team.namespace) });
    // The API server's authorizer learns of the token's permissions with a delay.
    await eventually(async () => expect((await place.get()).status).toBe(200));
    return place;
  }

  async close(): Promise<void> {
    await Promise.all([this.shop.close(), this.locked.close()]);
  }
}

/** A team, its caller of the REST API, and its objects before any install. */
interface Caller {
  readonly team: Team;
  readonly token: string;
  readonly before: readonly string[];
}

interface Wish extends RestCall {
  readonly store: Shop;
  readonly query: string;
}

/** The installs of one team, as a caller sees them through the REST API. */
export class Place {
  readonly team: Team;
  readonly token: string;
  readonly #before: readonly string[];
  readonly #market: Market;

  constructor(market: Market, { team, token, before }: Caller) {
    this.#market = market;
    this.team = team;
    this.token = token;
    this.#before = before;
  }

  install(
    model: string,
    { store = this.#market.shop, query = '', ...call }: Partial<Wish> = {},
  ): Promise<RestAnswer> {
    const body = {
      market_url: store.store.url,
      market_domain: 'here',
      market_type: 'rainstore',
      market_access_key: null,
      app_model_id: model,
      app_model_version: '1.0',
      ...(call.body as object | undefined),
    };
    return rest(`${this.path}/install${query}`, { token: this.token, ...call, body });
  }

  get(id = ''): Promise<RestAnswer> {
    return rest(`${this.path}/installs${id}`, { method: 'GET', token: this.token });
  }

  get path(): string {
    return `/teams/${this.team.id}/regions/local/apps/1`;
  }

  installs() {
    return this.#market.client.list(MARKET_INSTALLS, { namespace: this.team.namespace });
  }

  /** Waits until nothing is left: the install is deleted before the response, its objects after it. */
  async isAsBefore(): Promise<void> {
    expect(await this.installs()).toEqual([]);
    await eventually(async () =>
      expect(await contentsOf(this.#market.client, this.team.namespace)).toEqual(this.#before),
    );
  }
}

/** A problem response; its code is the status, unless the contract defines another. */
export function problem(status: number, name: string, code = status) {
  return { status, body: { code, type: `https://stoa.dev/problems/${name}` } };
}

/** Names of the components in a response, sorted. */
export function idsIn({ body }: RestAnswer): string[] {
  return (body.service_list as { readonly service_cname: string }[])
    .map(({ service_cname }) => service_cname)
    .toSorted();
}
