/** `src/kube` as a contender, in a process of its own. */
import { KubeClient } from '../../../src/kube/client.ts';
import { podAccess } from '../../../src/kube/podaccess.ts';
import { namespacedResource } from '../../../src/kube/resource.ts';
import { createTransport } from '../../../src/kube/transport.ts';
import { SERVICES } from '../../../src/objects/core.ts';
import { GATEWAY_RULES } from '../../../src/objects/stoa.ts';
import { type Contender, MANAGER } from './contender.ts';
import { measure } from './measure.ts';

const TEMPLATES = namespacedResource('v1', 'PodTemplate', 'podtemplates');

async function createStoa(server: string, folder: string): Promise<Contender> {
  const transport = await createTransport(podAccess(server, { folder }));
  const client = new KubeClient(transport);
  return {
    readRule: (target) => client.get(GATEWAY_RULES, target),
    readService: (target) => client.get(SERVICES, target),
    applyRule: (rule) => client.apply(GATEWAY_RULES, { ...rule }, MANAGER),
    listRules: (namespace) => client.list(GATEWAY_RULES, { namespace }),
    listTemplates: (namespace) => client.list(TEMPLATES, { namespace }),
    watchRules: async (namespace, count) => {
      let seen = 0;
      for await (const { type } of client.watch(GATEWAY_RULES, '0', { namespace })) {
        seen += type === 'ADDED' ? 1 : 0;
        if (seen === count) {
          return;
        }
      }
    },
    close: () => transport.close(),
  };
}

await measure(() => createStoa(process.env.BENCH_SERVER ?? '', process.env.BENCH_ACCOUNT ?? ''));
