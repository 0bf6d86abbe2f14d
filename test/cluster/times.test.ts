import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { repository } from '../../deploy/local/repository.ts';
import { kinds } from '../../src/api/kinds.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import type { KubeObject } from '../../src/kube/object.ts';
import { namespacedResource } from '../../src/kube/resource.ts';
import { connect, TESTER, Team } from './support/world.ts';

/** An object as a former version of Stoa stored it. */
interface Stored extends KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly spec: object;
}

let client: KubeClient;
let team: Team;

beforeAll(async () => {
  client = await connect();
  team = await Team.create(client);
});

describe.each(globSync('test/times/*.yaml', { cwd: repository.root }).map((file) => basename(file)))(
  'the API server takes what is in %s by the CRDs of this version',
  (file) => {
    const text = readFileSync(join(repository.root, 'test/times', file), 'utf8');
    const stored = parseAllDocuments(text).map((document) => document.toJS() as Stored);

    it.each(kinds)('of the kind $kind, and drops nothing of it', async ({ kind, plural }) => {
      const objects = stored.filter((each) => each.kind === kind);
      expect(objects.length).toBeGreaterThan(0);
      for (const { apiVersion, metadata, spec } of objects) {
        const resource = namespacedResource<Stored>(apiVersion, kind, plural);
        const { name, labels = {}, annotations = {} } = metadata;
        const draft = {
          apiVersion,
          kind,
          metadata: { name, labels, annotations, namespace: team.namespace },
          spec,
        };
        const taken = await client.create(resource, draft, TESTER, { dryRun: true });
        expect(taken.spec).toEqual(spec);
      }
    });
  },
);
