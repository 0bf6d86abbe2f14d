import type { Passing } from '../engine.ts';
import { traefikResource } from './services.ts';

/**
 * IngressRouteTCPs. With the first TLSRoute, Traefik ends connections to hosts that no router names exactly, where the
 * client offers no protocol by ALPN, and waits for the first byte of the client at the ports of all TCP rules.
 */
export const PASSING: Passing = {
  resource: traefikResource('ingressroutetcps', 'IngressRouteTCP'),
  specOf: ({ host, service, port, entryPoint }) => ({
    // Without one, the route would be for the ports of TCP rules, too.
    entryPoints: [entryPoint],
    routes: [{ match: `HostSNI(\`${host}\`)`, services: [{ name: service, port }] }],
    tls: { passthrough: true },
  }),
};
