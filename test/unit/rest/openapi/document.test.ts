import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { KubeClient } from '../../../../src/kube/client.ts';
import { createMonitor } from '../../../../src/monitor/monitor.ts';
import { createApp } from '../../../../src/rest/app.ts';
import { inBraces, openApiDocument, openApiFile, problemsIn } from '../../../../src/rest/openapi/document.ts';
import { PROBLEMS } from '../../../../src/rest/problem/problem.ts';
import { createOperations } from '../../../../src/rest/resources/table.ts';
import { limitsSchema } from '../../../../src/rest/settings.ts';
import { createLog } from '../../../../src/telemetry/process.ts';
import { GATEWAY_PLACE } from '../../../support/gatewayplace.ts';
import { nameRules } from '../../../support/namerules.ts';

const OPERATIONS = createOperations();

const root = new URL('../../../../', import.meta.url);

it('is what npm run generate writes', async () => {
  const { path, content } = openApiFile();
  expect(await readFile(new URL(path, root), 'utf8')).toBe(content);
});

/** A layer of the router of express, as far as it tells what is served. */
interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
}

/** Operations that the API serves, as `get /path`. */
function served(): string[] {
  const nowhere = { call: unused, open: unused, close: unused };
  const app = createApp({
    regions: [
      {
        name: 'local',
        client: new KubeClient(nowhere),
        callers: nowhere,
        ports: [],
        gateway: GATEWAY_PLACE,
        monitor: createMonitor({ items: [] }, 'stoa-system'),
        names: nameRules(),
      },
    ],
    audiences: [],
    trustedProxies: [],
    limits: limitsSchema.parse({}),
    log: createLog('silent'),
    stop: new AbortController().signal,
    answered: () => undefined,
  });
  const { stack } = app.router as unknown as { readonly stack: readonly Layer[] };
  return stack.flatMap(({ route }) =>
    route === undefined
      ? []
      : Object.keys(route.methods).map((method) => `${method} ${inBraces(route.path)}`),
  );
}

function unused(): never {
  throw new Error('nothing is asked for here');
}

/** Paths outside the contract: the documentation, and the routes that refuse other methods. */
function isOfTheApi(route: string): boolean {
  return route.includes(' /openapi/v1/') && !route.startsWith('_all ');
}

it('has every operation that is served, and no other', () => {
  const { paths } = openApiDocument() as { readonly paths: Readonly<Record<string, object>> };
  const described = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((member) => member !== 'parameters')
      .map((method) => `${method} ${path}`),
  );
  expect(described.toSorted()).toEqual(served().filter(isOfTheApi).toSorted());
});

it('has every error of the table with some operation, but that of none', () => {
  const said = new Set([...OPERATIONS.flatMap(problemsIn), 'verbNotServed']);
  expect([...said].toSorted()).toEqual(Object.keys(PROBLEMS).toSorted());
});
