import type { Resource } from '../../../kube/resource.ts';

/** Middlewares of Traefik. */
export const MIDDLEWARES = traefikResource('middlewares', 'Middleware');

/** ServersTransports of Traefik. */
export const TRANSPORTS = traefikResource('serverstransports', 'ServersTransport');

/** TraefikServices. */
export const TRAEFIK_SERVICES = traefikResource('traefikservices', 'TraefikService');

function traefikResource(plural: string, kind: string): Resource {
  return { group: 'traefik.io', version: 'v1alpha1', plural, kind, namespaced: true };
}
