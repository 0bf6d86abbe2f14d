/**
 * How long a rule takes to carry traffic on the cluster that `npm start` runs: from the acknowledged write
 * until the first 200 through the gateway. Prints milliseconds: least, median, most of 20 rules.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { clusterFile } from '../../deploy/local/cluster/clusterfile.ts';
import { loadAccess } from '../../src/kube/access.ts';
import { KubeClient } from '../../src/kube/client.ts';
import { createTransport } from '../../src/kube/transport.ts';
import { GATEWAY_RULE_TYPE, GATEWAY_RULES } from '../../src/objects/stoa.ts';

const ROUNDS = 20;
const cluster = clusterFile.parse(JSON.parse(readFileSync('.stoa/cluster.json', 'utf8')));
process.env.KUBECONFIG = cluster.kubeconfig;
const transport = await createTransport(loadAccess());
const client = new KubeClient(transport);

/** Milliseconds from the acknowledged rule to its first answer. */
async function measure(round: number): Promise<number> {
  const host = `bench-${round}-${process.pid}.example.com`;
  const metadata = { name: `bench-${round}`, namespace: 'team-shop' };
  const http = { serviceId: 'storefront', containerPort: 8080, domainName: host };
  const spec = { appId: 1, protocol: 'http', http };
  const { metadata: made } = await client.apply(
    GATEWAY_RULES,
    { ...GATEWAY_RULE_TYPE, metadata, spec },
    'bench',
  );
  const began = performance.now();
  for (;;) {
    const { statusCode, body } = await request(cluster.gatewayHttpUrl, { headers: { host } });
    await body.dump();
    if (statusCode === 200) {
      break;
    }
    await sleep(2);
  }
  const took = performance.now() - began;
  await client.delete(GATEWAY_RULES, { ...metadata, uid: made.uid });
  return took;
}

const times: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  times.push(await measure(round));
}
const sorted = times.toSorted((a, b) => a - b).map(Math.round);
process.stdout.write(`rule -> traffic: ${sorted[0]} / ${sorted[ROUNDS / 2]} / ${sorted.at(-1)} ms\n`);
await transport.close();
