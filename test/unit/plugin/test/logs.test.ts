import { expect, it } from 'vitest';
import { KubeError } from '../../../../src/kube/error.ts';
import { readLogs } from '../../../../src/plugin/test/logs.ts';

type Client = Parameters<typeof readLogs>[0];

function client(text: () => Promise<string>): Client {
  const list = async () => ['c', 'a', 'd', 'b'].map((name) => ({ metadata: { name } }));
  return { list, text } as unknown as Client;
}

it('reads the ends of the logs of some pods', async () => {
  const paths: unknown[] = [];
  const text = async (...args: unknown[]) => {
    paths.push(args);
    return 'ok';
  };
  const logs = await readLogs(client(text), 'team', 'job');
  expect(logs.map(({ pod, text: read }) => [pod, read])).toEqual([
    ['a', 'ok'],
    ['b', 'ok'],
    ['c', 'ok'],
  ]);
  expect(paths[0]).toEqual([
    '/api/v1/namespaces/team/pods/a/log',
    { query: { tailLines: '20', limitBytes: '16384' }, maxBytes: 32_768 },
  ]);
});

it.each([
  [
    'who may not read it',
    new KubeError({ type: 'forbidden' }, 'no'),
    'you may not read the logs of pods here',
  ],
  ['for whom there is none', new KubeError({ type: 'not-found' }, 'gone'), 'gone'],
])('tells one %s', async (_, error, problem) => {
  const logs = await readLogs(
    client(async () => {
      throw error;
    }),
    'team',
    'job',
  );
  expect(logs[0]).toEqual({ pod: 'a', text: '', problem });
});
