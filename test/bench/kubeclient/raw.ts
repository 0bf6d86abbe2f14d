/** Requests over a pool of undici and JSON alone as a contender, in a process of its own: what no client can go below. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Dispatcher, Pool } from 'undici';
import { linesOf } from '../../../src/kube/lines.ts';
import { type Contender, MANAGER, PAGE_SIZE, VALIDATION } from './contender.ts';
import { measure } from './measure.ts';

interface Page {
  readonly items: readonly unknown[];
  readonly metadata: { readonly continue?: string };
}

async function createRaw(server: string, folder: string): Promise<Contender> {
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const [ca, token] = await Promise.all([read('ca.crt'), read('token')]);
  const pool = new Pool(server, { connections: 64, connect: { ca } });
  const headers = { authorization: `Bearer ${token.trim()}`, accept: 'application/json' };
  const send = async (path: string, init: Partial<Dispatcher.RequestOptions>) => {
    const { body, statusCode } = await pool.request({ method: 'GET', headers, ...init, path });
    if (statusCode >= 300) {
      throw new Error(`${path}: ${statusCode} ${await body.text()}`);
    }
    return body;
  };
  const json = async (path: string, init = {}) => (await send(path, init)).json();
  const pages = async (path: string) => {
    const items: unknown[] = [];
    for (let token = ''; ; ) {
      const query = new URLSearchParams({ limit: String(PAGE_SIZE), ...(token && { continue: token }) });
      const page = (await json(`${path}?${query}`)) as Page;
      items.push(...page.items);
      token = page.metadata.continue ?? '';
      if (token === '') {
        return items;
      }
    }
  };
  const rules = (namespace: string) => `/apis/stoa.dev/v1alpha1/namespaces/${namespace}/gatewayrules`;
  const core = (namespace: string) => `/api/v1/namespaces/${namespace}`;
  return {
    readRule: ({ namespace, name }) => json(`${rules(namespace)}/${name}`),
    readService: ({ namespace, name }) => json(`${core(namespace)}/services/${name}`),
    applyRule: async (rule) => {
      const { namespace, name } = rule.metadata;
      const query = `fieldManager=${MANAGER}&force=true&fieldValidation=${VALIDATION}`;
      return json(`${rules(namespace)}/${name}?${query}`, {
        method: 'PATCH',
        headers: { ...headers, 'content-type': 'application/apply-patch+yaml' },
        body: JSON.stringify(rule),
      });
    },
    listRules: (namespace) => pages(rules(namespace)),
    listTemplates: (namespace) => pages(`${core(namespace)}/podtemplates`),
    watchRules: async (namespace, count) => {
      const path = `${rules(namespace)}?watch=1&allowWatchBookmarks=true&resourceVersion=0`;
      let seen = 0;
      for await (const line of linesOf(await send(path, {}))) {
        seen += (JSON.parse(line) as { readonly type: string }).type === 'ADDED' ? 1 : 0;
        if (seen === count) {
          return;
        }
      }
    },
    close: () => pool.destroy(),
  };
}

await measure(() => createRaw(process.env.BENCH_SERVER ?? '', process.env.BENCH_ACCOUNT ?? ''));
