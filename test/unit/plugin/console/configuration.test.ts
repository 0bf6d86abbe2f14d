import { describe, expect, it } from 'vitest';
import { KubeClient } from '../../../../src/kube/client.ts';
import { KubeError } from '../../../../src/kube/error.ts';
import { installedConfiguration } from '../../../../src/plugin/console/configuration.ts';

/** The configuration in a cluster that answers a list of the chart's ConfigMaps. */
function found(answer: () => unknown) {
  const unused = () => Promise.reject(new Error('not used'));
  const call = async () => answer();
  return installedConfiguration(new KubeClient({ call, open: unused, close: unused }));
}

function listOf(...texts: readonly string[]) {
  const items = texts.map((text) => ({
    metadata: { name: 'stoa-config', namespace: 'stoa-system' },
    data: { 'config.yaml': text },
  }));
  return () => ({ metadata: { resourceVersion: '1' }, items });
}

describe('the configuration of the console', () => {
  it('is that of the chart', async () => {
    const text = 'region: east\ngateway: { namespace: a, name: b }\nteams: { mode: namespaces }';
    const { config, problem } = await found(listOf(text));
    expect(config).toMatchObject({ region: 'east', teams: { mode: 'namespaces' } });
    expect(problem).toBeUndefined();
  });

  it.each([
    ['the user may not read it', forbid, 'namespaces', 'you may not read'],
    ['there is none', listOf(), 'labelled', 'there is no configuration'],
    ['it is of another version', listOf('{ later: true }'), 'namespaces', 'version: stoa-system: gateway'],
  ])('has defaults where %s, and says why', async (_, answer, mode, why) => {
    const { config, problem } = await found(answer);
    expect(config).toMatchObject({ region: 'local', teams: { mode } });
    expect(problem).toContain(why);
  });
});

function forbid(): never {
  throw new KubeError({ type: 'forbidden' }, 'no');
}
