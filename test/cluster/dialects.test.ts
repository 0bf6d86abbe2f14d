import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { DIALECTS } from '../../src/gateway/dialects/index.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { HTTP_ROUTES } from '../../src/objects/httproute.ts';
import { goldenNames, readOutput } from '../support/golden.ts';
import { connect, kubectl, TESTER, Team } from './support/world.ts';

const CRDS = new URL('../../deploy/local/crds/', import.meta.url);

/** Engines whose CRDs are in `deploy/local/crds`. */
const DEFINED = readdirSync(CRDS);

let client: KubeClient;
let namespace: string;

beforeAll(async () => {
  client = await connect();
  ({ namespace } = await Team.create(client));
  const folder = `--filename=${new URL('envoy-gateway', CRDS).pathname}`;
  expect(await kubectl(['apply', '--server-side', folder])).toMatchObject({ code: 0 });
  expect(await kubectl(['wait', '--for=condition=Established', folder])).toMatchObject({ code: 0 });
});

it('only the CRDs of an unavailable engine are missing', () => {
  const lacking = DIALECTS.filter(({ name, resources }) => resources.length > 0 && !DEFINED.includes(name));
  expect(lacking.map(({ name }) => name)).toEqual(['nginx-gateway-fabric']);
});

describe.each(DIALECTS)('the API server stores objects of $name unchanged:', ({ name, resources }) => {
  it.each(goldenNames(name, 'out'))('%s', async (golden) => {
    const { objects } = readOutput(name, golden);
    const known = DEFINED.includes(name) || resources.length === 0 ? objects : objects.slice(0, 1);
    for (const { metadata, ...rest } of known) {
      const resource = [HTTP_ROUTES, ...resources].find(({ kind }) => kind === rest.kind);
      if (resource === undefined) {
        throw new Error(`${name} does not name the kind ${rest.kind}`);
      }
      const draft = { ...rest, metadata: { ...metadata, namespace } };
      expect(await client.apply(resource, draft, TESTER, { dryRun: true })).toMatchObject(draft);
    }
  });
});
