import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { KubeClient } from '../../../src/kube/client.ts';
import { accountOf } from '../../cluster/support/account.ts';

const CONDITION = { type: 'Ready', status: 'False', reason: 'PortNotFound', observedGeneration: 1 };

const RULE = {
  kind: 'GatewayRule',
  metadata: { name: 'r', namespace: 'team-a', generation: 2 },
  status: { conditions: [{ ...CONDITION, message: 'there is no port 81' }] },
};

/** A client of a cluster with one rule, which may not list applications. */
const client = {
  list: async ({ kind }: { readonly kind: string }) => {
    if (kind === 'Application') {
      throw new Error('forbidden');
    }
    return kind === 'GatewayRule' ? [RULE] : [];
  },
} as unknown as KubeClient;

async function stateDir(logs: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-account-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'logs'));
  for (const [name, text] of Object.entries(logs)) {
    await writeFile(join(folder, 'logs', `${name}.log`), text);
  }
  return folder;
}

it('the account has the objects of the teams with their conditions, and their log lines', async () => {
  const folder = await stateDir({ operator: 'of team-b\nof team-a\nof nobody\n', rest: 'one\ntwo\n' });
  expect(await accountOf([{ client, namespace: 'team-a' }], folder)).toBe(
    [
      'GatewayRule team-a/r',
      '  Ready=False PortNotFound: there is no port 81 (of generation 1, now 2)',
      'applications: forbidden',
      'operator.log, the last lines that mention the teams:',
      '  of team-a',
      'rest.log ends:',
      '  one',
      '  two',
    ].join('\n'),
  );
});

it('without objects, the account says so, and shows few other log lines', async () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
  const folder = await stateDir({ operator: lines.join('\n') });
  const [nothing, head, ...shown] = (await accountOf([], folder)).split('\n');
  expect([nothing, head]).toEqual(['no object of Stoa exists', 'operator.log ends:']);
  expect(shown.slice(0, 5)).toEqual(lines.slice(-5).map((line) => `  ${line}`));
  expect(shown.slice(5)).toEqual(['rest.log ends:', '  ']);
});
