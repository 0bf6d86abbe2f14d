import { describe, expect, it } from 'vitest';
import { configOf, PREPARED, storeModel, VERSIONS } from '../../e2e/install/model.ts';
import { expanded } from '../../support/models.ts';
import { startIn } from '../../support/started.ts';

function startOf(version: (typeof VERSIONS)[number], key: string) {
  const { expansion } = expanded(storeModel(version, 'stoa-echo:1'), {
    namespace: 'ns',
    install: { name: 'pair', uid: '6d1f4f0e-5a0c-4b6e-9a52-0d7f3f1c9b11' },
    storageClasses: [],
    domain: 'apps.example.com',
  });
  return startIn(expansion, key);
}

describe('the model of the end-to-end test of installs', () => {
  it.each(VERSIONS)('gives front of version %s the file that its pod must have', (version) => {
    const { containers, initContainers } = startOf(version, 'front');
    expect(containers[0]?.files['/etc/front/front.conf']).toEqual({
      mode: '0640',
      content: configOf(version, 'pair-front'),
    });
    expect(containers[0]?.env.READY).toBe(version === '3.0' ? 'never' : undefined);
    expect(initContainers[0]?.env).toMatchObject({
      ...{ ROLE: 'prepare', TEXT: PREPARED, PREPARED: '/prepared/text' },
    });
  });

  it('gives both pods of data the name of the first', () => {
    const [main] = startOf('1.0', 'data').containers;
    expect(main?.files['/etc/data/first']?.content).toBe('http://pair-data-0.pair-data:8080\n');
  });
});
