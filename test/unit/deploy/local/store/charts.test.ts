import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { repository } from '../../../../../deploy/local/repository.ts';
import { localStore } from '../../../store/support.ts';

it('serves the charts of the examples, with their digests, and the same bytes each time', async () => {
  const { url } = await localStore({ charts: repository.charts });
  const get = async (path: string) => {
    const response = await fetch(`${url}/charts/${path}`);
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const { entries } = parse((await get('index.yaml')).bytes.toString());
  expect(entries).toMatchObject({
    hello: [{ name: 'hello', version: '1.0.0', urls: ['hello-1.0.0.tgz'] }],
    journal: [{ name: 'journal', version: '0.2.0', urls: ['journal-0.2.0.tgz'] }],
  });
  for (const [{ urls, digest }] of Object.values<[{ urls: string[]; digest: string }]>(entries)) {
    const first = await get(String(urls[0]));
    expect(hash('sha256', first.bytes)).toBe(digest);
    expect(await get(String(urls[0]))).toEqual(first);
  }
  expect(await get('hello-2.0.0.tgz')).toMatchObject({ status: 404 });
});
