import { expect, it } from 'vitest';
import { readNamingWorkloads } from '../../../src/component/readworkloads.ts';
import { KubeError } from '../../../src/kube/error.ts';
import type { Resource } from '../../../src/kube/resource.ts';
import { WORKLOADS } from '../../../src/objects/workload.ts';
import { serviceOf } from '../../support/rules.ts';
import { workloadOf } from '../../support/workloads.ts';

const WHERE = { namespace: 'team', labelSelector: 'stoa.dev/app-id=1' };

/** Client whose caller may list some kinds; `asked` has the kinds of its calls. */
function clientOf(permitted: readonly string[]) {
  const asked: string[] = [];
  const list = async ({ kind }: Resource) => {
    asked.push(kind);
    if (!permitted.includes(kind)) {
      throw new KubeError({ type: 'forbidden' }, 'no');
    }
    return [workloadOf('Deployment')];
  };
  return { asked, client: { list } as unknown as Parameters<typeof readNamingWorkloads>[0] };
}

it('no workload is read while all Services target numbers', async () => {
  const { asked, client } = clientOf([]);
  const services = [serviceOf('web', [{ port: 80, targetPort: 8080 }, { port: 81 }])];
  expect(await readNamingWorkloads(client, WHERE, services)).toEqual([]);
  expect(asked).toEqual([]);
});

it('the workloads that the caller may list are read where a Service targets a name', async () => {
  const { asked, client } = clientOf(['Deployment']);
  const services = [serviceOf('web', [{ port: 80, targetPort: 'http' }])];
  expect(await readNamingWorkloads(client, WHERE, services)).toEqual([workloadOf('Deployment')]);
  expect(asked).toEqual(WORKLOADS.map(({ kind }) => kind));
});
