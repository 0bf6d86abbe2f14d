import type { GatewayPlace } from '../../src/rest/gatewayplace.ts';

/** The Gateway of a configuration without further settings. */
export const GATEWAY_PLACE: GatewayPlace = {
  namespace: 'stoa-system',
  name: 'stoa',
  http: { port: 80, listener: 'http' },
  https: { port: 443 },
};
