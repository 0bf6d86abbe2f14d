/** `@kubernetes/client-node` over one pooled dispatcher as a contender, in a process of its own. */
import { CoreV1Api, CustomObjectsApi, setHeaderOptions, Watch } from '@kubernetes/client-node';
import { type Contender, MANAGER, PAGE_SIZE, VALIDATION } from './contender.ts';
import { measure } from './measure.ts';
import { PooledConfig } from './pooledconfig.ts';

const RULES = { group: 'stoa.dev', version: 'v1alpha1', plural: 'gatewayrules' };

async function createClientNode(server: string, folder: string): Promise<Contender> {
  const config = await PooledConfig.inPod(server, folder);
  const [custom, core] = [config.makeApiClient(CustomObjectsApi), config.makeApiClient(CoreV1Api)];
  const apply = setHeaderOptions('Content-Type', 'application/apply-patch+yaml');
  const of = { fieldManager: MANAGER, fieldValidation: VALIDATION, force: true };
  return {
    readRule: (target) => custom.getNamespacedCustomObject({ ...RULES, ...target }),
    readService: (target) => core.readNamespacedService(target),
    applyRule: (body) =>
      custom.patchNamespacedCustomObject({ ...RULES, ...body.metadata, ...of, body }, apply),
    listRules: (namespace) =>
      paged((page) => custom.listNamespacedCustomObject({ ...RULES, namespace, ...page })),
    listTemplates: (namespace) => paged((page) => core.listNamespacedPodTemplate({ namespace, ...page })),
    watchRules: (namespace, count) => watchRules(config, namespace, count),
    close: () => config.close(),
  };
}

/** Page of a list of any kind. */
interface Page {
  readonly items: readonly unknown[];
  readonly metadata?: { readonly _continue?: string; readonly continue?: string };
}

async function paged(read: (page: { limit: number; _continue?: string }) => Promise<Page>) {
  const items: unknown[] = [];
  for (let token: string | undefined = ''; token !== undefined; ) {
    const page: Page = await read({ limit: PAGE_SIZE, ...(token && { _continue: token }) });
    items.push(...page.items);
    token = (page.metadata?._continue ?? page.metadata?.continue) || undefined;
  }
  return items;
}

async function watchRules(config: PooledConfig, namespace: string, count: number): Promise<void> {
  const { group, version, plural } = RULES;
  const path = `/apis/${group}/${version}/namespaces/${namespace}/${plural}`;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let seen = 0;
  const query = { resourceVersion: '0', allowWatchBookmarks: true, timeoutSeconds: 290 };
  const request = await new Watch(config).watch(
    path,
    query,
    (type) => {
      seen += type === 'ADDED' ? 1 : 0;
      if (seen === count) {
        resolve();
      }
    },
    reject,
  );
  await promise;
  request.abort();
}

await measure(() => createClientNode(process.env.BENCH_SERVER ?? '', process.env.BENCH_ACCOUNT ?? ''));
