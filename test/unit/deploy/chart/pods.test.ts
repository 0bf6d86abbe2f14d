import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { repository } from '../../../../deploy/local/repository.ts';

function manifest(file: string) {
  return parse(readFileSync(join(repository.root, 'deploy/base', file), 'utf8'));
}

it.each(['operator', 'rest'])(
  'the pods of %s run as nobody, write nothing, and have a NetworkPolicy',
  (part) => {
    const { template } = manifest(`${part}-deployment.yaml`).spec;
    expect(template.spec.securityContext).toMatchObject({ runAsUser: 65_532, runAsNonRoot: true });
    const { containers, initContainers = [] } = template.spec;
    for (const { securityContext } of [...containers, ...initContainers]) {
      expect(securityContext).toMatchObject({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      });
    }
    const { podSelector, policyTypes } = manifest(`${part}-networkpolicy.yaml`).spec;
    expect(template.metadata.labels).toMatchObject(podSelector.matchLabels);
    expect(policyTypes).toEqual(['Ingress', 'Egress']);
  },
);
