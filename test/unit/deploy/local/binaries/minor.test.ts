import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { chosenMinor, gatewayApiOf, MINORS } from '../../../../../deploy/local/binaries/minor.ts';
import versions from '../../../../../deploy/local/binaries/versions.json' with { type: 'json' };
import { repository } from '../../../../../deploy/local/repository.ts';

const { kubernetes, gatewayApi } = versions;
const NEWEST = { kubernetes };

it('is the one of versions.json by default, and by its own name', () => {
  expect(chosenMinor({})).toEqual(NEWEST);
  expect(chosenMinor({ STOA_KUBERNETES: '' })).toEqual(NEWEST);
  expect(chosenMinor({ STOA_KUBERNETES: kubernetes.split('.').slice(0, 2).join('.') })).toEqual(NEWEST);
});

it('has a Gateway API that its API server accepts, or the one that is chosen', () => {
  expect(chosenMinor({ STOA_KUBERNETES: '1.31' })).toEqual({ kubernetes: '1.31.14', name: '1.31' });
  const channel = 'experimental';
  expect(gatewayApiOf('1.31.14', {})).toEqual({ version: '1.6.3', channel });
  expect(gatewayApiOf(kubernetes, {})).toEqual({ version: gatewayApi, channel });
  expect(gatewayApiOf('1.99.0', { STOA_GATEWAY_API: '' })).toEqual({ version: gatewayApi, channel });
  expect(gatewayApiOf('1.31.2', { STOA_GATEWAY_API: '1.4.1' })).toEqual({ version: '1.4.1', channel });
  expect(gatewayApiOf('1.31.2', { STOA_GATEWAY_API: '1.4.1-standard' })).toEqual({
    version: '1.4.1',
    channel: 'standard',
  });
});

it('is refused where nothing can build it', () => {
  expect(() => chosenMinor({ STOA_KUBERNETES: '1.30' })).toThrow('--kubernetes is one of 1.31, ');
});

it.each(MINORS)('%s has a wrapper module that pins its patch', async (name) => {
  const goMod = await readFile(join(repository.root, 'deploy/local/binaries/minors', name, 'go.mod'), 'utf8');
  expect(goMod).toMatch(
    new RegExp(`^require k8s\\.io/kubernetes v${chosenMinor({ STOA_KUBERNETES: name }).kubernetes}$`, 'm'),
  );
});
