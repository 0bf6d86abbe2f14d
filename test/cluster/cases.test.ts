import { beforeAll, describe, inject, it } from 'vitest';
import { dialectOf } from '../../src/gateway/dialects/index.ts';
import { CASE_FOLDERS, readCases } from '../e2e/case.ts';
import { play } from '../e2e/play.ts';
import type { Stage } from '../e2e/stage.ts';
import { connect } from './support/world.ts';

let stage: Stage;

beforeAll(async () => {
  const { gatewayHttpUrl, gatewayHttpsUrl, gatewayTcpPorts, restUrl, region } = inject('cluster');
  const { hostname: host, port: httpPort } = new URL(gatewayHttpUrl);
  const { port: httpsPort } = new URL(gatewayHttpsUrl);
  stage = {
    client: await connect(),
    restUrl,
    region,
    gateway: {
      host,
      httpPort: Number(httpPort),
      httpsPort: Number(httpsPort),
      // The last ports, since other tests use the front of the range.
      tcpPorts: gatewayTcpPorts.slice(-3),
    },
    dialect: dialectOf('traefik.io/gateway-controller'),
    image: 'example.com/none:1',
    hasPods: false,
    isThrownAway: true,
  };
});

describe.each(CASE_FOLDERS)('cases of %s', (folder) => {
  describe.each(Object.entries(readCases(folder)))('%s', (_, cases) => {
    for (const one of cases) {
      // Ports are few, so cases that need one run in sequence.
      const test = one.rule.protocol === 'tcp' ? it : it.concurrent;
      test(one.name, async () => {
        await play(stage, one);
      });
    }
  });
});
