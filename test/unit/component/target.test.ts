import { expect, it } from 'vitest';
import {
  exposureOfTarget,
  idOfTarget,
  targetOf,
  targetOfSpec,
  targetsOfService,
} from '../../../src/component/target.ts';
import type { Service } from '../../../src/objects/core.ts';
import { serviceOf } from '../../support/rules.ts';

/** A Service without a label. */
function plainOf(name: string): Service {
  const { metadata, ...service } = serviceOf(name, [{ port: 80 }]);
  return { ...service, metadata: { ...metadata, labels: {} } };
}

const web = serviceOf('web', [{ port: 80 }]);
const plain = plainOf('plain');

it('a Service is a target by its name, and by its labels where it has them', () => {
  expect(targetsOfService(web)).toEqual(['team/1/web', 'team/service:web']);
  expect(targetsOfService(plain)).toEqual(['team/service:plain']);
});

it.each([
  ['by name', { serviceName: 'plain' }, ['plain']],
  ['by name, which has labels too', { serviceName: 'web' }, ['web']],
  ['by labels', { serviceId: 'web' }, ['web']],
  ['by labels that no Service has', { serviceId: 'plain' }, []],
  ['by a name that no Service has', { serviceName: 'gone' }, []],
])('a target %s exposes the Services that it means', (_, named, expected) => {
  const { services } = exposureOfTarget(targetOf(named, 1), { services: [web, plain], workloads: [] });
  expect(services.map(({ metadata }) => metadata.name)).toEqual(expected);
});

it('a target of another application exposes nothing', () => {
  const { services } = exposureOfTarget(targetOf({ serviceId: 'web' }, 2), {
    services: [web],
    workloads: [],
  });
  expect(services).toEqual([]);
});

it('a rule is of the component that the labels of its Service name, else of its Service', () => {
  const http = { serviceName: 'web', containerPort: 80, domainName: 'a.example.com' };
  expect(idOfTarget(targetOfSpec({ http }), [web])).toBe('web');
  expect(idOfTarget(targetOfSpec({ http: { ...http, serviceName: 'plain' } }), [plain])).toBe('plain');
});
