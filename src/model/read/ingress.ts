import type { Diagnostics } from './diagnostics.ts';
import type { WireHttpRoute, WireTemplate } from './format.ts';
import type { ComponentNames } from './identity.ts';

/** Stream route of a model, from `ingress_stream_routes`: leads to a port that is not HTTP. */
export interface ModelStreamRoute {
  readonly path: string;
  /** Key of the component. */
  readonly component: string;
  readonly port: number;
}

/** HTTP route of a model, from `ingress_http_routes`: leads to an HTTP port of a component. */
export interface ModelHttpRoute extends ModelStreamRoute {
  /** Route as the model has it; its conditions and settings are not validated yet. */
  readonly wire: WireHttpRoute;
}

/** HTTP routes of a model whose component is installed. */
export function readHttpRoutes(
  { ingress_http_routes }: WireTemplate,
  names: ComponentNames,
  diagnostics: Diagnostics,
): readonly ModelHttpRoute[] {
  return ingress_http_routes.flatMap(({ at, value: wire }) => {
    const route = routeTo(wire, `ingress_http_routes[${at}]`, names, diagnostics);
    return route === undefined ? [] : [{ ...route, wire }];
  });
}

/** Stream routes of a model whose component is installed. */
export function readStreamRoutes(
  { ingress_stream_routes }: WireTemplate,
  names: ComponentNames,
  diagnostics: Diagnostics,
): readonly ModelStreamRoute[] {
  return ingress_stream_routes.flatMap(
    ({ at, value }) => routeTo(value, `ingress_stream_routes[${at}]`, names, diagnostics) ?? [],
  );
}

function routeTo(
  { component_key, port }: { readonly component_key: string; readonly port?: number | undefined },
  path: string,
  names: ComponentNames,
  diagnostics: Diagnostics,
): ModelStreamRoute | undefined {
  const component = names.find(component_key);
  if (component === undefined) {
    diagnostics.addNotApplied(path, 'its component_key names no component that is installed');
    return undefined;
  }
  if (port === undefined || port === 0) {
    diagnostics.addNotApplied(path, 'it has no port');
    return undefined;
  }
  return { path, component, port };
}
