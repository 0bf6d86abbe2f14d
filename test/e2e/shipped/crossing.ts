import { isDeepStrictEqual } from 'node:util';
import { EXAMPLE_HOST, EXAMPLE_NAMESPACE } from '../../../deploy/local/cluster/examples.ts';
import type { KubeObject } from '../../../src/kube/object.ts';
import { CHART_HOST, installChart } from './charts.ts';
import { exampleObjects } from './example.ts';
import type { Former } from './former.ts';
import { loadImages } from './images.ts';
import { installReady, marketObjects } from './market.ts';
import { deploy, deployKinds, install, type Version } from './release.ts';
import { answers, gatewayUrl, ruleFor, rulesReady } from './rules.ts';
import type { ShippedCluster } from './shippedcluster.ts';
import type { RunStep } from './step.ts';
import { UserTraffic } from './usertraffic.ts';

/** Kinds of objects that must stay what they are, whichever version runs. */
const KINDS = [
  'gatewayrules,marketinstalls,applications,gateways,httproutes,deployments,statefulsets,services,secrets',
  'configmaps,persistentvolumeclaims,jobs,serviceaccounts,roles,rolebindings',
].join();

/**
 * Runs a former version, upgrades it to this one and takes it back, in both orders of the two charts, while users send
 * requests. Throws if a request fails, or if an object of a team is replaced or changes otherwise than in its status.
 */
export async function cross(world: ShippedCluster, former: Former, step: RunStep): Promise<void> {
  const { stoa, kinds } = world.shipment.charts;
  const { after } = world.shipment.imageValues;
  const now = { stoa, kinds, image: after };
  const before = { stoa: [former.charts.stoa], kinds: [former.charts.kinds], image: { image: former.image } };
  await step('load the images', () => loadImages(world.where, [...world.shipment.archives, former.archive]));
  await step(`install ${former.ref}`, async () => {
    await install(world, before);
    return 'all pods are ready';
  });
  const url = await step('use it', () => use(world));
  const users = [EXAMPLE_HOST, CHART_HOST].map((host) => new UserTraffic(url, host));
  try {
    for (const [name, version, first] of [
      ['upgrade, the CRDs first', now, 'kinds'],
      ['way back, Stoa first', before, 'stoa'],
      ['upgrade, Stoa first', now, 'stoa'],
      ['way back, the CRDs first', before, 'kinds'],
    ] as const) {
      await step(name, async () => {
        const compared = await change(world, version, first, url);
        return `${compared}; ${users.map((each) => each.takeUnharmed()).join(', ')}`;
      });
    }
  } finally {
    await Promise.all(users.map((each) => each.stop()));
  }
}

/** Changes the version, one chart after the other, and uses what it makes; returns how objects compare with before. */
async function change(
  world: ShippedCluster,
  version: Version,
  first: 'kinds' | 'stoa',
  url: string,
): Promise<string> {
  const stood = await objects(world);
  if (first === 'kinds') {
    await deployKinds(world, version);
  }
  await deploy(world, version);
  if (first === 'stoa') {
    await deployKinds(world, version);
  }
  await rulesReady(world);
  await installReady(world);
  const compared = compare(stood, await objects(world));
  const name = `rule-${stood.size}`;
  await world.apply([ruleFor(name, `${name}.example.com`)]);
  await answers(url, `${name}.example.com`);
  return compared;
}

/** Uses the former version for an example, an application of a model and a chart; returns the URL of the gateway. */
async function use(world: ShippedCluster): Promise<string> {
  await world.apply(exampleObjects());
  await rulesReady(world);
  const url = await gatewayUrl(world);
  await answers(url, EXAMPLE_HOST);
  await world.apply(marketObjects());
  await installReady(world);
  await installChart(world, url);
  return url;
}

/** Objects of the team by kind and name. */
async function objects({ kubectl }: ShippedCluster): Promise<ReadonlyMap<string, KubeObject>> {
  const output = await kubectl('get', KINDS, `--namespace=${EXAMPLE_NAMESPACE}`, '--output=json');
  const { items } = JSON.parse(output) as { readonly items: readonly (KubeObject & { kind: string })[] };
  return new Map(items.map((each) => [`${each.kind} ${each.metadata.name}`, each]));
}

/** Compares objects with those that stood before. Throws for one that is gone, replaced, or changed. */
function compare(stood: ReadonlyMap<string, KubeObject>, now: ReadonlyMap<string, KubeObject>): string {
  const differing = [...stood].flatMap(([name, before]) => {
    const after = now.get(name);
    if (after?.metadata.uid !== before.metadata.uid) {
      return [`${name} is ${after === undefined ? 'gone' : 'another one'}`];
    }
    return isDeepStrictEqual(contentOf(after), contentOf(before)) ? [] : [`${name} has changed`];
  });
  const harmless = differing.filter((each) => each.endsWith('has changed') && each.startsWith('HTTPRoute'));
  const harmful = differing.filter((each) => !harmless.includes(each));
  if (harmful.length > 0) {
    throw new Error(harmful.join('; '));
  }
  return `${stood.size} objects are the same${harmless.length === 0 ? '' : `, but for ${harmless.join('; ')}`}`;
}

/** Content of an object, without what servers and controllers write into each. */
function contentOf({ metadata, ...rest }: KubeObject): object {
  const { status: _, ...content } = rest as { readonly status?: unknown };
  const {
    labels,
    annotations = {},
    ownerReferences,
    finalizers,
  } = metadata as {
    readonly annotations?: Readonly<Record<string, string>>;
    readonly labels?: object;
    readonly ownerReferences?: object;
    readonly finalizers?: object;
  };
  const { 'deployment.kubernetes.io/revision': _revision, ...kept } = annotations;
  return { content, labels, annotations: kept, ownerReferences, finalizers };
}
