import { expect } from 'vitest';
import type { MarketInstallSpec } from '../../../src/api/marketinstall.ts';
import type { KubeClient } from '../../../src/kube/client.ts';
import type { KubeObject } from '../../../src/kube/object.ts';
import { INSTALLABLE } from '../../../src/objects/installable.ts';
import { Install, type Shop } from '../../cluster/support/shop.ts';
import { eventually } from '../../support/eventually.ts';
import { app, templateOf } from '../../support/template.ts';
import type { AttemptsOf } from './attack.ts';
import { type Member, newMember } from './member.ts';

/** Fields of a part of a model, or of an object. */
export type Fields = Readonly<Record<string, unknown>>;

/** Parts that a hostile model has beside its harmless component `web`. */
export interface Parts {
  /** Objects that it brings along. */
  readonly resources?: readonly Fields[];
  /** Settings of the pod of `web`. */
  readonly attributes?: Fields;
}

/** Text of a model with these parts. */
export function modelWith({ resources = [], attributes = {} }: Parts): string {
  const component_k8s_attributes = Object.entries(attributes).map(([name, value]) => ({
    name,
    save_type: typeof value === 'string' ? 'string' : 'json',
    attribute_value: value,
  }));
  const k8s_resources = resources.map((content, index) => ({
    name: `r${index}`,
    kind: content.kind,
    content: JSON.stringify(content),
  }));
  return templateOf([app('web', { component_k8s_attributes })], { k8s_resources });
}

/** Administrator of a cluster, and a store that its operator may ask. */
export interface Scene {
  readonly administrator: KubeClient;
  readonly shop: Shop;
}

/** An install of a hostile model, in a namespace of its own. */
export interface Infiltrated {
  readonly member: Member;
  readonly install: Install;
  /** Key of the model in the store. */
  readonly model: string;
}

/** Installs a model in a new namespace, and waits until all is made that is made of it. */
export async function infiltrate(
  { administrator, shop }: Scene,
  parts: Parts,
  some: Partial<MarketInstallSpec> = {},
): Promise<Infiltrated> {
  const member = await newMember(administrator);
  const model = `m${crypto.randomUUID()}`;
  await shop.offer(model, '1.0', modelWith(parts));
  const install = new Install(member.client, member.team, shop, model, { name: 'shop' });
  await install.apply('1.0', some);
  await eventually(async () => {
    const { inventory = [] } = (await install.get()).status ?? {};
    expect(inventory).toContainEqual(expect.objectContaining({ kind: 'Deployment', name: 'shop-web' }));
    expect(inventory.filter(({ uid }) => uid === undefined)).toEqual([]);
  });
  return { member, install, model };
}

/** Objects in the namespace of an install, of the kinds that the cluster serves. */
export async function objectsOf(
  { administrator }: Scene,
  { team: { namespace } }: Member,
): Promise<readonly KubeObject[]> {
  const lists = await Promise.all(
    INSTALLABLE.map((each) => administrator.list(each, { namespace }).catch(noneOfUnknownKind)),
  );
  return lists.flat();
}

/** No objects, where the cluster does not serve the kind; every other error stays one. */
function noneOfUnknownKind(error: Error): readonly KubeObject[] {
  if (error.message.includes('404 page not found')) {
    return [];
  }
  throw error;
}

/** Kinds and names of the objects of an install that hold a text. */
export async function holding(scene: Scene, member: Member, loot: string): Promise<readonly string[]> {
  const objects = await objectsOf(scene, member);
  return objects
    .filter((object) => JSON.stringify(object).includes(loot))
    .map(({ kind, metadata }) => `${kind} ${metadata.name}`);
}

/** A model's attempt to get a text into objects of the namespace. */
export interface Smuggling extends Parts {
  readonly mustNotHappen: string;
  readonly does: string;
  readonly loot: string;
}

/** The attempt, of which either a part is made, or the status tells; the scene is there once it is made. */
export function smuggled(scene: () => Scene, { mustNotHappen, does, loot, ...parts }: Smuggling): AttemptsOf {
  return {
    mustNotHappen,
    does,
    async run() {
      const { member, install } = await infiltrate(scene(), parts);
      expect(await holding(scene(), member, loot)).toEqual([]);
      const { notApplied = [] } = (await install.get()).status ?? {};
      const made = await holding(scene(), member, '"name":"side"');
      expect([...notApplied, ...made]).not.toEqual([]);
    },
  };
}
