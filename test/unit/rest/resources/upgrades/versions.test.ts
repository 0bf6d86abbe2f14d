import { expect, it } from 'vitest';
import { KubeError } from '../../../../../src/kube/error.ts';
import type { MarketInstall } from '../../../../../src/objects/stoa.ts';
import { versionsOf } from '../../../../../src/rest/resources/upgrades/versions.ts';
import type { Scope } from '../../../../../src/rest/scope.ts';
import type { StoreCatalog } from '../../../../../src/store/client.ts';
import type { Store } from '../../../../../src/store/request.ts';
import { installOf } from '../../../../support/install.ts';

const URL = 'https://hub.example.com';

function install(appModelId: string, secret?: string): MarketInstall {
  const ref = secret === undefined ? {} : { accessKeySecretRef: { name: secret } };
  return installOf({}, { appModelId, market: { url: URL, domain: 'rainbond', ...ref } });
}

const secretFor = (origin: string, data: object = { accessKey: 'a2V5' }) => ({
  metadata: { name: 'key', uid: 's', annotations: { 'stoa.dev/access-key-for': origin } },
  data,
});

/** Looks up versions; `asked` are the requests that reached stores. */
async function lookUp(installs: readonly MarketInstall[], secret?: object) {
  const asked: [Store, string][] = [];
  const catalog: StoreCatalog = {
    fetchVersions: async (store, id) => {
      asked.push([store, id]);
      return id === 'gone'
        ? { type: 'refused', refusal: { type: 'app-not-found' } }
        : { type: 'found', value: ['1.0', '2.0'] };
    },
  };
  const get = async () => {
    if (secret === undefined) {
      throw new KubeError({ type: 'not-found' }, 'x');
    }
    return secret;
  };
  const scope = { client: { get }, namespace: 'team' } as unknown as Scope;
  const versions = await versionsOf(scope, catalog, installs);
  return { asked, known: installs.map(versions) };
}

it('looks up each model once', async () => {
  const { asked, known } = await lookUp([install('shop'), install('shop')]);
  expect(asked).toEqual([[{ url: URL, domain: 'rainbond' }, 'shop']]);
  expect(known).toEqual([1, 2].map(() => ({ type: 'known', versions: ['1.0', '2.0'] })));
});

it('sends the access key to the store that it is for', async () => {
  const { asked } = await lookUp([install('shop', 'key')], secretFor(URL));
  expect(asked).toEqual([[{ url: URL, domain: 'rainbond', accessKey: 'key', realms: [] }, 'shop']]);
});

it.each([
  ['is for another store', secretFor('https://evil.example.com'), /not for this store/],
  ['is not there', undefined, /no Secret key/],
  ['has no such key', secretFor(URL, {}), /no Secret key/],
])('sends nothing where the key %s', async (_, secret, problem) => {
  const { asked, known } = await lookUp([install('shop', 'key')], secret);
  expect([asked, known]).toEqual([[], [{ type: 'unknown', problem: expect.stringMatching(problem) }]]);
});

it('says why a store lists no versions', async () => {
  const { known } = await lookUp([install('gone'), install('shop')]);
  expect(known[0]).toEqual({ type: 'unknown', problem: expect.stringMatching('404') });
  expect(known[1]).toMatchObject({ type: 'known' });
});

it('does not ask a repository of charts', async () => {
  const chart = installOf({}, { appModelId: 'shop', market: { url: URL, type: 'helm' } });
  const { asked, known } = await lookUp([chart]);
  expect([asked, known]).toEqual([[], [{ type: 'unknown', problem: expect.stringMatching('charts') }]]);
});

it('looks up 16 models at most', async () => {
  const { asked, known } = await lookUp(Array.from({ length: 20 }, (__, index) => install(`m${index}`)));
  expect(asked).toHaveLength(16);
  expect(known.filter(({ type }) => type === 'unknown')).toHaveLength(4);
});
