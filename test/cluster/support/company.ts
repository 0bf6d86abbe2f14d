import { expect } from 'vitest';
import type { KubeClient } from '../../../src/kube/client.ts';
import type { KubeObject } from '../../../src/kube/object.ts';
import type { Resource } from '../../../src/kube/resource.ts';
import { app, templateOf } from '../../support/template.ts';
import { Install, type Shop } from './shop.ts';
import { kubectl, Team } from './world.ts';

/** One team with an install of a model that is ready. */
export class Company {
  readonly team: Team;
  readonly install: Install;
  readonly #client: KubeClient;
  readonly #shop: Shop;

  private constructor(client: KubeClient, shop: Shop, team: Team, install: Install) {
    this.#client = client;
    this.#shop = shop;
    this.team = team;
    this.install = install;
  }

  /** Installs a model of these components and objects of Kubernetes; further models are its next versions. */
  static async of(
    client: KubeClient,
    shop: Shop,
    name: string,
    ...versions: readonly string[]
  ): Promise<Company> {
    await shop.offer('calm', '1.0', templateOf([app('calm')]));
    const team = await Team.create(client);
    for (const [index, model] of versions.entries()) {
      await shop.offer(name, `${index + 1}.0`, model);
    }
    const company = new Company(client, shop, team, new Install(client, team, shop, name, { name: 'i' }));
    await company.install.apply('1.0');
    await company.install.condition('Ready', 'True');
    return company;
  }

  /** Runs kubectl in the namespace of the team, as somebody else does. */
  async kubectl(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await kubectl([...args, '-n', this.team.namespace]);
    expect(code, stderr).toBe(0);
    return stdout;
  }

  get<T extends KubeObject>(resource: Resource<T>, name: string): Promise<T> {
    return this.#client.get(resource, { namespace: this.team.namespace, name });
  }

  /**
   * Waits until the operator has dealt with all that happened before: it gets an event of the install, and has installed
   * something else since.
   */
  async calm(): Promise<void> {
    await this.kubectl('annotate', 'mi/i', '--overwrite', `example.com/touched=${Date.now()}`);
    const other = new Install(this.#client, this.team, this.#shop, 'calm', { name: `calm-${Date.now()}` });
    await other.apply();
    await other.condition('Ready', 'True');
    await this.install.condition('Ready', 'True');
  }

  /** Expects that an object is not written any more, once the operator has dealt with all that happened before. */
  async isLeft<T extends KubeObject>(resource: Resource<T>, name: string): Promise<T> {
    await this.calm();
    const before = await this.get(resource, name);
    await this.calm();
    const after = await this.get(resource, name);
    expect(versionOf(after)).toBe(versionOf(before));
    return after;
  }
}

/** Version of an object that the report on its status does not change; some kinds have only one of all of it. */
function versionOf({ metadata: { generation, resourceVersion } }: KubeObject): number | string {
  return generation ?? resourceVersion;
}
