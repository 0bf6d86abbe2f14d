import type { WireComponent } from './schema.ts';

/** Finds components by whatever other parts of a model call them. */
export interface ComponentNames {
  /** Key of the component of that name; undefined where the model has none. */
  readonly find: (name: string) => string | undefined;
}

/** A component with the key that tells it from the others. */
export interface Identified {
  readonly key: string;
  readonly wire: WireComponent;
}

/** What components are called, in the order in which a reference to them is read. */
export function namesOf(components: readonly Identified[]): ComponentNames {
  const byShare = index(components, ({ service_share_uuid }) => service_share_uuid);
  const byKey = index(components, ({ service_key }) => service_key);
  const byService = index(components, ({ service_id, service_share_uuid }) =>
    service_id === '' ? afterPlus(service_share_uuid) : service_id,
  );
  const byOwnKey = new Map(components.map(({ key }) => [key, key]));
  return {
    find: (name) =>
      byShare.get(name) ??
      byKey.get(name) ??
      byService.get(afterPlus(name)) ??
      byKey.get(afterPlus(name)) ??
      byOwnKey.get(name),
  };
}

function index(
  components: readonly Identified[],
  nameOf: (wire: WireComponent) => string,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { key, wire } of components) {
    const name = nameOf(wire);
    if (name !== '' && !found.has(name)) {
      found.set(name, key);
    }
  }
  return found;
}

/** `<service_key>+<service_id>`: the second half, or the whole where there is no +. */
function afterPlus(shareId: string): string {
  return shareId.slice(shareId.indexOf('+') + 1);
}

/**
 * What a component may be known by in every version of its model, the best first: most have a service_key,
 * which copies of a component share; hand-written models have little else than names.
 */
export function candidateKeys(wire: WireComponent): readonly string[] {
  const { service_key, service_share_uuid, service_id, service_alias, k8s_component_name, service_cname } =
    wire;
  return [
    service_key,
    service_share_uuid,
    service_id,
    service_alias,
    k8s_component_name,
    service_cname,
  ].filter((name) => name !== '' && name.length <= 253);
}
