import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import type { KubeObject } from '../../src/kube/object.ts';
import { namespacedResource } from '../../src/kube/resource.ts';
import { SECRETS } from '../../src/objects/core.ts';
import { GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { Install, Shop } from '../cluster/support/shop.ts';
import { throughGateway } from '../cluster/support/traffic.ts';
import { connect, TESTER } from '../cluster/support/world.ts';
import { eventually } from '../support/eventually.ts';
import { app, templateOf } from '../support/template.ts';
import { attacks, by } from './support/attack.ts';
import { type Member, newMember } from './support/member.ts';

interface Lease extends KubeObject {
  readonly spec: { readonly holderIdentity: string; readonly renewTime: string };
}

const LEASES = namespacedResource<Lease>('coordination.k8s.io/v1', 'Lease', 'leases');

let administrator: KubeClient;
let shop: Shop;

beforeAll(async () => {
  administrator = await connect();
  shop = await Shop.open();
});

afterAll(() => shop.close());

function lease(): Promise<Lease> {
  return administrator.get(LEASES, { namespace: 'stoa-system', name: 'stoa-operator' });
}

/** Start of the operator's process, which ends with its lease. */
async function startOfOperator(): Promise<string> {
  const metrics = await (await fetch(inject('cluster').operatorMetricsUrl)).text();
  const [start = ''] = metrics.split('\n').filter((line) => line.startsWith('process_start_time_seconds '));
  return start;
}

/** The same operator has renewed its lease since, and makes the rule of somebody else answer. */
async function stillWorks(before: string, since: string): Promise<void> {
  const bystander = await newMember(administrator);
  await bystander.team.component('web');
  await bystander.team.rule('web');
  await bystander.team.condition('web', 'Ready', 'True');
  await eventually(async () =>
    expect((await throughGateway(bystander.team.host)).body.component).toBe('web'),
  );
  await eventually(async () => expect((await lease()).spec.renewTime > since).toBe(true));
  expect(await startOfOperator()).toBe(before);
}

/** Cookies, and a header that does not hold them but seems to, again and again. */
const COOKIES = {
  domainCookie: { a: '', b: '', c: '' },
  domainHeader: { cookie: `${'a=;b=;'.repeat(680)}x` },
};

attacks(
  'One object does not stop the others',
  by('team', 'edit in its own namespace', [
    {
      mustNotHappen: 'the operator does not stop',
      does: 'creates rules whose cookies take a backtracking expression for ever',
      async run() {
        const hostile = await newMember(administrator);
        await hostile.team.component('web');
        const [before, { spec }] = await Promise.all([startOfOperator(), lease()]);
        for (const name of ['one', 'two', 'three']) {
          await hostile.team.rule(name, { domainPath: `/${name}`, ...COOKIES });
        }
        await stillWorks(before, spec.renewTime);
        await eventually(async () => {
          for (const name of ['one', 'two', 'three']) {
            expect(await conditionsOf(hostile, name)).not.toBe(0);
          }
        });
      },
    },
    {
      mustNotHappen: 'the operator does not fill its memory',
      does: 'puts a bomb in place of the template of an install',
      async run() {
        await shop.offer('web', '1.0', templateOf([app('web')]));
        const hostile = await newMember(administrator);
        const install = new Install(hostile.client, hostile.team, shop, 'web', { name: 'shop' });
        await install.apply();
        await install.condition('Ready', 'True');
        const [before, { spec }] = await Promise.all([startOfOperator(), lease()]);
        const peak = await peakOfOperator();
        await install.apply('1.0', { suspend: true });
        await install.condition('Stalled', 'True', 'Suspended');
        const name = await swapTemplate(hostile, install, gzipSync(Buffer.alloc(BOMB_BYTES)));
        // When the operator has heard of the rule, it has heard of the Secret.
        await hostile.team.component('web');
        await hostile.team.rule('later');
        await hostile.team.condition('later', 'Ready', 'True');
        await install.apply('1.0', { deploy: false, suspend: false });
        const { message } = await install.condition('Ready', 'False');
        expect(message).toContain(name);
        await stillWorks(before, spec.renewTime);
        expect((await peakOfOperator()) - peak).toBeLessThan(BOMB_BYTES / 2);
      },
    },
  ]),
);

async function conditionsOf({ team, client }: Member, name: string): Promise<number> {
  const { status } = await client.get(GATEWAY_RULES, { namespace: team.namespace, name });
  return status?.conditions?.length ?? 0;
}

/** Bytes of a bomb once it is unpacked; packed, it has a thousandth. */
const BOMB_BYTES = 400 * 2 ** 20;

/** Most bytes of memory that the operator's process has had, as Linux counts them. */
async function peakOfOperator(): Promise<number> {
  const { operator } = inject('cluster').pids;
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${operator}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/** Replaces the Secret with the template of an install by one with other bytes, and returns the name of both. */
async function swapTemplate({ client, team }: Member, install: Install, packed: Buffer): Promise<string> {
  const { namespace } = team;
  const { status } = await install.get();
  const name = status?.template?.secretName ?? '';
  const secret = await client.get(SECRETS, { namespace, name });
  await client.delete(SECRETS, { namespace, name, uid: secret.metadata.uid });
  const { labels, ownerReferences } = secret.metadata;
  const metadata = {
    name,
    namespace,
    ...(labels && { labels }),
    ...(ownerReferences && { ownerReferences }),
  };
  const data = { ...secret.data, 'template.json.gz': packed.toString('base64') };
  await client.create(
    SECRETS,
    { apiVersion: 'v1', kind: 'Secret', metadata, type: secret.type ?? 'Opaque', immutable: true, data },
    TESTER,
  );
  return name;
}
