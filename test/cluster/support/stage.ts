import { inject } from 'vitest';
import { dialectOf } from '../../../src/engines/index.ts';
import type { Stage } from '../../e2e/stage.ts';
import { connect } from './world.ts';

/** The cluster of the tests as a target of cases, which get the last of its ports: other tests use the first ones. */
export async function localStage(): Promise<Stage> {
  const { gatewayHttpUrl, gatewayHttpsUrl, gatewayTcpPorts, restUrl, region } = inject('cluster');
  const { hostname: host, port: httpPort } = new URL(gatewayHttpUrl);
  const { port: httpsPort } = new URL(gatewayHttpsUrl);
  return {
    client: await connect(),
    restUrl,
    region,
    gateway: {
      host,
      httpPort: Number(httpPort),
      httpsPort: Number(httpsPort),
      tcpPorts: gatewayTcpPorts.slice(-3),
    },
    dialect: dialectOf('traefik.io/gateway-controller'),
    image: 'example.com/none:1',
    hasPods: false,
    isThrownAway: true,
  };
}
