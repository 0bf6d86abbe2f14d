import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from './config.ts';
import { Manager } from './controller/manager.ts';
import { createControllerMetrics } from './controller/metrics.ts';
import { createGatewayController } from './gateway/controller.ts';
import { KubeClient } from './kube/client.ts';
import { createRecorder } from './kube/recorder.ts';
import { type ClusterAccess, createTransport } from './kube/transport.ts';

/** What an operator needs from outside. */
export interface OperatorDependencies {
  readonly access: ClusterAccess;
  readonly config: Pick<Config, 'gateway'>;
  readonly log: Logger;
  readonly registry: Registry;
}

/** All controllers of Stoa on one cluster. */
export interface Operator {
  /** Whether it does its work. */
  ready(): boolean;
  /** Works until `signal` aborts; throws where it cannot start. */
  run(signal: AbortSignal): Promise<void>;
}

/** Puts the controllers together; nothing happens before `run`. */
export function createOperator({ access, config, log, registry }: OperatorDependencies): Operator {
  const metrics = createControllerMetrics(registry);
  let manager: Manager | undefined;
  return {
    ready: () => manager?.ready ?? false,
    async run(signal) {
      const transport = await createTransport(access);
      const client = new KubeClient(transport);
      const recorder = createRecorder({ client, controller: 'stoa.dev/operator', instance: hostname(), log });
      const { gateway } = config;
      const { controller, sources } = createGatewayController({ client, gateway, log, metrics, recorder });
      manager = new Manager({ sources, controllers: [controller], log });
      try {
        await manager.run(signal);
      } finally {
        await transport.close();
      }
    },
  };
}
