import { Registry } from 'prom-client';
import { expect, it, onTestFinished } from 'vitest';
import { createControllerMetrics } from '../../../../src/controller/metrics.ts';
import { createLedgerController } from '../../../../src/gateway/names/controller.ts';
import type { KubeClient } from '../../../../src/kube/client.ts';
import type { ObjectDraft } from '../../../../src/kube/object.ts';
import type { PortRange } from '../../../../src/names/ports.ts';
import { eventually } from '../../../support/eventually.ts';
import { silent } from '../../../support/log.ts';
import { CONFIG, Simulation } from '../../../support/simulation.ts';

/** The contents that the controller writes for a Gateway of an engine, in order. */
function writing(
  engine: string,
  tcp: { readonly ports?: readonly PortRange[] },
  before: Readonly<Record<string, string>> = {},
) {
  const world = new Simulation({ config: { ...CONFIG, tcp } });
  world.engine(engine);
  const metadata = { ...CONFIG.ledger, uid: 'uid', resourceVersion: '0', creationTimestamp: 't' };
  world.caches.ledgers.store.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: before });
  const written: unknown[] = [];
  const client = {
    apply: async (_: unknown, draft: ObjectDraft) => {
      written.push(draft.data);
      return {
        ...draft,
        metadata: { ...draft.metadata, uid: 'uid', resourceVersion: String(written.length) },
      };
    },
  } as unknown as KubeClient;
  const metrics = createControllerMetrics(new Registry());
  const controller = createLedgerController(world.from, { client, log: silent, metrics });
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  void controller.run(stop.signal, stop.signal);
  return { world, written };
}

const ENVOY = 'gateway.envoyproxy.io/gatewayclass-controller';
const TRAEFIK = 'traefik.io/gateway-controller';

it('writes the ports that the engine opens by itself, and again when the engine changes', async () => {
  const { world, written } = writing(ENVOY, {});
  await eventually(() => expect(written).toEqual([{ _ports: '20000-20999' }]));
  const metadata = { name: 'engine', uid: 'uid-engine', creationTimestamp: 't', resourceVersion: '1000' };
  world.caches.classes?.wrote({
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'GatewayClass',
    metadata,
    spec: { controllerName: TRAEFIK },
  });
  await eventually(() => expect(written).toEqual([{ _ports: '20000-20999' }, { _ports: '' }]));
});

it('writes what is left of the ports of the configuration without those of the engine', async () => {
  const { written } = writing(ENVOY, { ports: [{ from: 10_000, to: 10_100 }] });
  await eventually(() => expect(written).toEqual([{ _ports: '10000-10079, 10081-10100' }]));
});

it('writes that there are no ports where the configuration names none, in the place of those of before', async () => {
  const { written } = writing(ENVOY, { ports: [] }, { _ports: '20000-20999' });
  await eventually(() => expect(written).toEqual([{ _ports: '' }]));
});
