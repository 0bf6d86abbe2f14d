import { withoutTrailing } from '../../base/text.ts';
import type { StandingVolumes } from '../../source/surroundings.ts';
import type { DataVolume } from '../../workload/datamounts.ts';
import { EXTEND_METHODS } from '../../workload/kinds.ts';
import type { ModelComponent } from '../read/component.ts';
import type { Model } from '../read/model.ts';
import type { Volume } from '../read/storage.ts';
import { KEPT } from './kept.ts';
import { lastNamePart, objectName } from './name.ts';
import { isStateful } from './service.ts';

/** Component whose volumes are allocated. */
interface VolumeOwner {
  readonly component: ModelComponent;
  /** Value of `stoa.dev/component-id`. */
  readonly id: string;
  /** Name of its workload. */
  readonly workload: string;
}

type Texts = Readonly<Record<string, string>>;

/**
 * Claims and templates of volumes whose data is elsewhere than the names of volumes say, because another version of the
 * model had it there: of a component that becomes stateful or stateless, of a volume with another name at the same
 * path, or of one that several components mount now. What cannot be one volume with the data has none here, and
 * `movedData` (../plan/moveddata.ts) refuses the version.
 */
export function withVolumes(
  model: Model,
  kept: Texts,
  owners: readonly VolumeOwner[],
  standing: StandingVolumes,
): Texts {
  const volumes = new Map(Object.entries(kept));
  for (const owner of owners) {
    const places = owner.component.volumes.filter(({ type }) => type !== 'memoryfs').map(placeIn(owner));
    for (const place of places.filter((each) => isOutdated(each, places, volumes, standing))) {
      unbind(volumes, place);
    }
    for (const place of places) {
      const others = places.filter((other) => other !== place);
      const home = boundTo(place, volumes) ?? standingHome(place, others, volumes, standing);
      const perPod = isPerPod(model, place);
      const wanted = perPod ? perPodHome(place, home) : sharedHome(place, home, standing);
      const isTaken = others.some((other) => isShared(boundTo(other, volumes), wanted, owner));
      bind(volumes, place, perPod, isTaken ? otherHome(place, wanted) : wanted);
    }
  }
  return Object.fromEntries(volumes);
}

/** Volume of a component, with the names that it has unless another version of the model had its data elsewhere. */
interface Place extends VolumeOwner {
  readonly volume: Volume;
  readonly claim: string;
  readonly template: string;
}

function placeIn(owner: VolumeOwner): (volume: Volume) => Place {
  return (volume) => ({
    ...owner,
    volume,
    claim: objectName(owner, 'volume', volume.name),
    template: lastNamePart(owner, 'volume', volume.name),
  });
}

/** Whether each pod of a component has data of its own in a volume, as far as the model says. */
export function isPerPod(
  { components }: Pick<Model, 'components'>,
  { component, volume }: { readonly component: ModelComponent; readonly volume: Volume },
): boolean {
  const isMountedElsewhere = components.some(({ mounts }) =>
    mounts.some(({ owner, name }) => owner === component.key && name === volume.name),
  );
  return hasClaimsPerPod(component) && !isMountedElsewhere;
}

function hasClaimsPerPod(component: ModelComponent): boolean {
  return isStateful(component) && EXTEND_METHODS[component.extendMethod].pods === 'replicas';
}

/** Home of a volume that is not bound to one; undefined where it has no data yet. */
function standingHome(
  place: Place,
  others: readonly Place[],
  bound: ReadonlyMap<string, string>,
  standing: StandingVolumes,
): DataVolume | undefined {
  const mounts = standing
    .mountsOf(place.id)
    .filter(({ volume }) => !others.some((other) => isShared(boundTo(other, bound), volume, place)));
  const mounted =
    mounts.find(({ volume }) => isNamedBy(place, volume)) ??
    mounts.find(
      (each) => each.path === pathOf(place) && !others.some((other) => isNamedBy(other, each.volume)),
    );
  return mounted?.volume ?? leftOf(place, standing);
}

/**
 * Whether a volume is bound to one that another volume has again: it stands at the path of that one, by whose name it
 * is called. A version to which the install went back has it so.
 */
function isOutdated(
  place: Place,
  places: readonly Place[],
  bound: ReadonlyMap<string, string>,
  standing: StandingVolumes,
): boolean {
  const home = boundTo(place, bound);
  const paths = standing
    .mountsOf(place.id)
    .filter(({ volume }) => isShared(home, volume, place))
    .map(({ path }) => path);
  return (
    home !== undefined &&
    !paths.includes(pathOf(place)) &&
    places.some((other) => other !== place && isNamedBy(other, home) && paths.includes(pathOf(other)))
  );
}

function pathOf({ volume }: Place): string {
  return withoutTrailing(volume.mountPath, '/');
}

/** Whether a volume has a name that follows from that of a volume of the model. */
function isNamedBy(place: Place, volume: DataVolume): boolean {
  const { claim, template } = place;
  return (
    isShared({ type: 'claim', name: claim }, volume, place) ||
    isShared({ type: 'template', name: template }, volume, place)
  );
}

/** Data that an earlier version has left under the names of the volume. */
function leftOf({ claim, template, workload }: Place, standing: StandingVolumes): DataVolume | undefined {
  if (standing.hasClaim(claim)) {
    return { type: 'claim', name: claim };
  }
  return standing.claimsOf(template, workload).length > 0 ? { type: 'template', name: template } : undefined;
}

function boundTo({ component, volume }: Place, bound: ReadonlyMap<string, string>): DataVolume | undefined {
  const claim = bound.get(KEPT.claim(component.key, volume.name));
  const template = bound.get(KEPT.template(component.key, volume.name));
  if (claim !== undefined) {
    return { type: 'claim', name: claim };
  }
  return template === undefined ? undefined : { type: 'template', name: template };
}

/** Whether two volumes of a workload have a claim in common: a template has those of the pods, too. */
function isShared(
  one: DataVolume | undefined,
  other: DataVolume,
  { workload }: Pick<VolumeOwner, 'workload'>,
): boolean {
  if (one === undefined || one.type === other.type) {
    return one?.name === other.name;
  }
  const [claim, template] = one.type === 'claim' ? [one, other] : [other, one];
  const head = `${template.name}-${workload}-`;
  return claim.name.startsWith(head) && /^\d+$/.test(claim.name.slice(head.length));
}

/** Home of a volume that each pod has for itself: one claim stays with a single pod, or as that of the first. */
function perPodHome({ template, workload, component }: Place, home: DataVolume | undefined): DataVolume {
  if (home?.type === 'template') {
    return home;
  }
  const suffix = `-${workload}-0`;
  if (home?.name.endsWith(suffix)) {
    return { type: 'template', name: home.name.slice(0, -suffix.length) };
  }
  return home !== undefined && component.sizing.replicas <= 1 ? home : { type: 'template', name: template };
}

/**
 * Home of a volume that all pods mount: one claim, also where a template has made it. A single pod with claims of its
 * own keeps its template, and others mount the claim.
 */
function sharedHome(
  { claim, workload, component }: Place,
  home: DataVolume | undefined,
  standing: StandingVolumes,
): DataVolume {
  if (home?.type !== 'template') {
    return home ?? { type: 'claim', name: claim };
  }
  const [made, ...others] = standing.claimsOf(home.name, workload);
  if (made === undefined || others.length > 0) {
    return { type: 'claim', name: claim };
  }
  return hasClaimsPerPod(component) && component.sizing.replicas <= 1 ? home : { type: 'claim', name: made };
}

/** Home of a volume whose name had another one before, which is called something else now. */
function otherHome(place: Place, { type }: DataVolume): DataVolume {
  const made = type === 'claim' ? objectName : lastNamePart;
  return { type, name: made(place, 'volume', `${place.volume.name}/${place.volume.mountPath}`) };
}

/** Binds a volume to its home, unless this follows from the model. */
function bind(
  volumes: Map<string, string>,
  { component, volume, claim, template }: Place,
  perPod: boolean,
  { type, name }: DataVolume,
): void {
  unbind(volumes, { component, volume });
  if (perPod ? type === 'claim' || name !== template : name !== claim) {
    volumes.set(KEPT[type](component.key, volume.name), name);
  }
}

function unbind(
  volumes: Map<string, string>,
  { component, volume }: Pick<Place, 'component' | 'volume'>,
): void {
  volumes.delete(KEPT.claim(component.key, volume.name));
  volumes.delete(KEPT.template(component.key, volume.name));
}
