import type { Diagnostics } from './diagnostics.ts';
import type { WireHttpRoute, WireTemplate } from './format.ts';
import type { ComponentNames } from './identity.ts';
import type { Header } from './probe.ts';

/** HTTP route of a model, from `ingress_http_routes`: leads to an HTTP port of a component. */
export interface ModelHttpRoute {
  readonly path: string;
  /** Key of the component. */
  readonly component: string;
  readonly port: number;
  /** Path prefix, `/` where the model has none; not validated yet. */
  readonly location: string;
  /** Conditions on a request; not validated yet. */
  readonly cookies: readonly Header[];
  /** Conditions on a request; not validated yet. */
  readonly headers: readonly Header[];
  /** `round-robin`, `cookie-session-affinity`, or empty. */
  readonly loadBalancing: string;
  /** Seconds. */
  readonly connectTimeout?: number;
  /** Seconds. */
  readonly sendTimeout?: number;
  /** Seconds. */
  readonly readTimeout?: number;
  /** MiB; 0 is unlimited. */
  readonly bodySize?: number;
  readonly buffering?: boolean;
  /** KiB. */
  readonly bufferSize?: number;
  readonly bufferNumbers?: number;
  /** Headers that the component receives; not validated yet. */
  readonly setHeaders: readonly Header[];
}

/** Stream route of a model, from `ingress_stream_routes`: leads to a port that is not HTTP. */
export interface ModelStreamRoute {
  readonly path: string;
  /** Key of the component. */
  readonly component: string;
  readonly port: number;
}

/** HTTP routes of a model whose component is installed. */
export function readHttpRoutes(
  { ingress_http_routes }: WireTemplate,
  names: ComponentNames,
  diagnostics: Diagnostics,
): readonly ModelHttpRoute[] {
  return ingress_http_routes.flatMap(({ at, value }) => {
    const path = `ingress_http_routes[${at}]`;
    const target = targetOf(value, path, names, diagnostics);
    return target === undefined ? [] : [{ path, ...target, ...readHttpRoute(value) }];
  });
}

/** Stream routes of a model whose component is installed. */
export function readStreamRoutes(
  { ingress_stream_routes }: WireTemplate,
  names: ComponentNames,
  diagnostics: Diagnostics,
): readonly ModelStreamRoute[] {
  return ingress_stream_routes.flatMap(({ at, value }) => {
    const path = `ingress_stream_routes[${at}]`;
    const target = targetOf(value, path, names, diagnostics);
    return target === undefined ? [] : [{ path, ...target }];
  });
}

interface Target {
  readonly component: string;
  readonly port: number;
}

function targetOf(
  { component_key, port }: { readonly component_key: string; readonly port?: number | undefined },
  path: string,
  names: ComponentNames,
  diagnostics: Diagnostics,
): Target | undefined {
  const component = names.find(component_key);
  if (component === undefined) {
    diagnostics.addNotApplied(path, 'its component_key names no component that is installed');
    return undefined;
  }
  if (port === undefined || port === 0) {
    diagnostics.addNotApplied(path, 'it has no port');
    return undefined;
  }
  return { component, port };
}

function readHttpRoute(wire: WireHttpRoute): Omit<ModelHttpRoute, 'path' | 'component' | 'port'> {
  const settings = {
    connectTimeout: wire.connection_timeout,
    sendTimeout: wire.request_timeout,
    readTimeout: wire.response_timeout,
    bodySize: wire.request_body_size_limit,
    buffering: wire.proxy_buffer,
    bufferSize: wire.proxy_buffer_size,
    bufferNumbers: wire.proxy_buffer_numbers,
  };
  const said = Object.entries(settings).filter(([, value]) => value !== undefined);
  return {
    location: wire.location || '/',
    cookies: wire.cookies,
    headers: wire.headers,
    loadBalancing: wire.load_balancing,
    setHeaders: wire.proxy_header,
    ...Object.fromEntries(said),
  };
}
