import type { Wire } from '../../support/template.ts';

/** Fields of a component that depends on others, by their keys. */
export function needs(...keys: readonly string[]): Wire {
  return { dep_service_map_list: keys.map((key) => ({ dep_service_key: `${key}+${key}` })) };
}

/** Fields of a component whose pods the stand-in node treats as in `deploy/local/README.md`. */
export function behaving(behaviour: Readonly<Record<string, string>>): Wire {
  const annotations = Object.fromEntries(
    Object.entries(behaviour).map(([name, value]) => [`stand-in.example.com/${name}`, value]),
  );
  return {
    component_k8s_attributes: [{ name: 'annotations', save_type: 'json', attribute_value: annotations }],
  };
}

/** Fields of a component with an inner port of that Service; the port is an outer one, too, if `outer`. */
export function serving(service: string, outer = false): Wire {
  return {
    port_map_list: [
      {
        container_port: 8080,
        protocol: 'http',
        port_alias: 'WEB',
        is_inner_service: true,
        is_outer_service: outer,
        k8s_service_name: service,
      },
    ],
  };
}

/** Fields of a component with a generated password. */
export const withPassword: Wire = {
  service_env_map_list: [{ attr_name: 'PASSWORD', attr_value: '**None**' }],
};

/** Fields of a component with a volume. */
export function storing(name: string): Wire {
  return { service_volume_map_list: [{ volume_name: name, volume_path: `/${name}`, volume_type: 'local' }] };
}
