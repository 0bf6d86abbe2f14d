import { OF_GRPC_ROUTES } from './calls.ts';
import { defineEngine } from './engine.ts';
import { PLAIN_STYLE } from './group.ts';
import { routeOf } from './httproute.ts';

/** The dialect of the Gateway API alone, which every engine understands. */
export const core = defineEngine({
  name: 'core',
  controllers: [],
  ports: {
    TCP: { level: 'full', how: 'by a TCPRoute' },
    UDP: { level: 'full', how: 'by a UDPRoute' },
    opened: {
      level: 'none',
      how: 'Stoa does not know whether this engine opens the ports of listeners by itself: see its documentation',
    },
    own: [],
  },
  passthrough: { level: 'full', how: 'by a TLSRoute' },
  clientCertificates: { level: 'full', how: 'by spec.tls.frontend of the Gateway' },
  listenerSets: { level: 'none', how: 'only where its GatewayClass claims `ListenerSet`' },
  certificates: 'of-gateway',
  smallestRsaKey: 1024,
  presentsStapling: false,
  evidence: 'claims',
  metrics: undefined,
  style: PLAIN_STYLE,
  abilities: {},
  calls: OF_GRPC_ROUTES,
  reports: [],
  objects: (group) => [routeOf(group, PLAIN_STYLE)],
});
