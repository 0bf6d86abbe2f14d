import { expect, it } from 'vitest';
import type { MarketInstall } from '../../../../../src/objects/stoa.ts';
import { upgradeChanges } from '../../../../../src/rest/resources/upgrades/operations.ts';
import type { VersionUpdate } from '../../../../../src/rest/resources/upgrades/record.ts';
import { installOf } from '../../../../support/install.ts';

function install(name: string, appModelId: string, domain = 'rainbond'): MarketInstall {
  const market = { url: 'https://hub.example.com', domain };
  const made = installOf({}, { appModelId, appModelVersion: '1.0', market });
  return { ...made, metadata: { ...made.metadata, name } };
}

const INSTALLS = [install('a', 'shop'), install('b', 'shop', 'other'), install('c', 'blog')];

function update(id: string, version: string, market?: string | null): VersionUpdate {
  return {
    app_model_id: id,
    app_model_version: version,
    ...(market === undefined ? {} : { market_name: market }),
  };
}

it.each<[string, VersionUpdate[], string[]]>([
  ['of any store', [update('shop', '2.0')], ['a 2.0', 'b 2.0']],
  ['with null for the store', [update('shop', '2.0', null)], ['a 2.0', 'b 2.0']],
  ['of one store', [update('shop', '2.0', 'other')], ['b 2.0']],
  ['with the version that it has', [update('shop', '1.0')], []],
  ['named twice', [update('blog', '2.0'), update('blog', '3.0')], ['c 3.0']],
  ['two models', [update('blog', '2.0'), update('shop', '3.0', 'rainbond')], ['c 2.0', 'a 3.0']],
])('upgrades a model %s', (_, updates, expected) => {
  const changes = upgradeChanges(INSTALLS, updates);
  expect(changes.map((each) => `${each.install.metadata.name} ${each.version}`)).toEqual(expected);
});

it.each([[[update('none', '1.0')]], [[update('shop', '2.0'), update('shop', '2.0', 'nobody')]]])(
  'a model that is not installed is an error',
  (updates) => {
    expect(() => upgradeChanges(INSTALLS, updates)).toThrow(/has no install of/);
  },
);
