import { defineDialect } from './define.ts';
import { httpRoute } from './httproute.ts';
import { PLAIN_STYLE } from './style.ts';

/** The dialect of the Gateway API alone, which every engine understands. */
export const core = defineDialect({
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
  listenerSets: { level: 'none', how: 'only where its GatewayClass claims `ListenerSet`' },
  certificates: 'of-gateway',
  smallestRsaKey: 1024,
  evidence: 'claims',
  resources: [],
  style: PLAIN_STYLE,
  abilities: {},
  guards: () => [],
  objects: (group) => [httpRoute(group, PLAIN_STYLE)],
});
