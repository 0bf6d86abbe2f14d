import { LABELS } from '../../src/api/group.ts';
import { isLater } from '../../src/controller/version.ts';
import { itemKeyOf } from '../../src/install/inventory.ts';
import { objectKeyOf } from '../../src/install/owned.ts';
import { keptIn } from '../../src/install/plan/keptsecret.ts';
import type { KubeObject } from '../../src/kube/object.ts';
import { SECRETS, type Secret } from '../../src/objects/core.ts';
import { MARKET_INSTALLS, type MarketInstall } from '../../src/objects/stoa.ts';
import type { KeptChart } from '../../src/source/kept.ts';
import { MADE_KINDS } from './observer.ts';
import type { View } from './view.ts';

/**
 * Violations of the rules for install objects at any time:
 * I1  an object of an install is in its inventory, from before its creation until after its deletion
 * I2  the template of a version stays the template of that version
 * I3  a generated secret stays the same, in the Secret that keeps it and in those that pods see
 * Versions of different kinds are comparable, because they all come from one etcd here.
 */
export function installViolations(view: View): string[] {
  const installs = view.histories(MARKET_INSTALLS).flat();
  const versions = Map.groupBy(installs, ({ metadata }) => metadata.uid);
  return [...versions.values()].flatMap((history) => [
    ...forgotten(view, history),
    ...repinned(history),
    ...regenerated(view, history),
  ]);
}

/** Objects that an install has created and that its inventory should contain. */
function madeFor(view: View, uid: string): Map<string, KubeObject> {
  const versions = MADE_KINDS.flatMap((resource) => view.histories(resource).flat());
  const made = versions.filter(({ metadata }) => metadata.labels?.[LABELS.install] === uid);
  // Stoa's own Secrets are in no plan, and are deleted with the install. Of several versions the first counts.
  const listed = made.filter((object) => !isOwnSecret(object)).toReversed();
  return new Map(listed.map((object) => [object.metadata.uid, object] as const));
}

/** Whether an object is a Secret in which Stoa keeps something for an install. */
export function isOwnSecret(object: KubeObject): boolean {
  return object.kind === SECRETS.kind && ((object as Secret).type ?? '').startsWith('stoa.dev/');
}

function forgotten(view: View, history: readonly MarketInstall[]): string[] {
  const [first] = history;
  return [...madeFor(view, first?.metadata.uid ?? '').values()].flatMap((object) => {
    const { uid, name, resourceVersion: made } = object.metadata;
    const gone = view.deletionVersions.get(uid);
    const before = history.filter(({ metadata }) => isLater(made, metadata.resourceVersion)).length;
    const meanwhile = history
      .slice(Math.max(0, before - 1))
      .filter(({ metadata }) => gone === undefined || isLater(gone, metadata.resourceVersion));
    const missing = meanwhile.find((version) => !isListed(version, object));
    return missing === undefined
      ? []
      : [`I1: ${object.kind} ${name} is not in the inventory at ${missing.metadata.resourceVersion}`];
  });
}

function isListed({ status }: MarketInstall, { kind, metadata }: KubeObject): boolean {
  const group = MADE_KINDS.find((resource) => resource.kind === kind)?.group ?? '';
  const place = objectKeyOf({ group, kind }, metadata.name);
  return (status?.inventory ?? []).some((item) => itemKeyOf(item) === place);
}

function repinned(history: readonly MarketInstall[]): string[] {
  const digests = new Map<string, string>();
  return history.flatMap(({ status, metadata }) => {
    const { version, digest } = status?.template ?? {};
    if (version === undefined || digest === undefined) {
      return [];
    }
    const before = digests.get(version) ?? digest;
    digests.set(version, before);
    return before === digest
      ? []
      : [`I2: version ${version} is another template at ${metadata.resourceVersion}`];
  });
}

/** Violations of I3: several values at one place over time, since the models have only generated values. */
function regenerated(view: View, [install]: readonly MarketInstall[]): string[] {
  const values = new Map<string, string>();
  return view
    .histories(SECRETS)
    .flat()
    .filter(({ metadata }) => metadata.labels?.[LABELS.install] === install?.metadata.uid)
    .flatMap((secret) => secretsIn(secret))
    .flatMap(([place, value]) => {
      const before = values.get(place) ?? value;
      values.set(place, before);
      return before === value ? [] : [`I3: ${place} changed`];
    });
}

function secretsIn(secret: Secret): (readonly [string, string])[] {
  const { name } = secret.metadata;
  const kept = secret.type === 'stoa.dev/kept' ? keptIn(secret) : undefined;
  const values =
    kept === undefined
      ? (secret.data ?? {})
      : { ...kept.secrets, ...kept.services, ...kept.workloads, ...(kept.chart && generatedFor(kept.chart)) };
  return Object.entries(values).map(([key, value]) => [`${key} of Secret ${name}`, value] as const);
}

/** Values that the templates of a chart have generated, and what they come from. */
function generatedFor({ seed, time, secrets }: KeptChart): Readonly<Record<string, string>> {
  const values = Object.entries(secrets).flatMap(([name, data]) =>
    Object.entries(data).map(([key, value]) => [`${name}/${key}`, value] as const),
  );
  return { seed, time, ...Object.fromEntries(values) };
}
