import type { WireComponent } from './format.ts';

/** Index of components by the names that other parts of a model use for them. */
export interface ComponentNames {
  /** Key of the component with a name; undefined where the model has none. */
  readonly find: (name: string) => string | undefined;
}

/** Component with its unique key. */
export interface Identified {
  readonly key: string;
  readonly wire: WireComponent;
}

/** Index of components; where names collide, the first kind of name in the order of lookup wins. */
export function componentNames(components: readonly Identified[]): ComponentNames {
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
 * Candidates for the key of a component, which must be the same in every version, the best first. Most components
 * have a service_key, but copies of a component share it; hand-written models have little more than names.
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
