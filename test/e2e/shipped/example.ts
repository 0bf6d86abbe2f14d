import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { exampleNamespace } from '../../../deploy/local/cluster/examples.ts';
import { repository } from '../../../deploy/local/cluster/repository.ts';
import type { ObjectDraft } from '../../../src/kube/object.ts';
import { containerOf } from '../component.ts';
import { STOA_IMAGES } from './images.ts';

interface Workload extends ObjectDraft {
  readonly spec: { readonly template: { readonly spec: object } };
}

interface Served extends ObjectDraft {
  readonly spec: { readonly ports: readonly { readonly port: number }[] };
}

/** What answers in the pods, by its key in a ConfigMap and its place in this repository. */
const PROGRAM = { 'main.ts': 'test/e2e/echo/main.ts', 'echo.ts': 'deploy/local/node/echo.ts' } as const;

const PACKAGE = 'package.json';

/**
 * The objects of `deploy/examples`, whose components answer with what they have heard. They run in the image of
 * Stoa, which has a Node and is there already.
 */
export function exampleObjects(): readonly ObjectDraft[] {
  const files = readdirSync(repository.examples).filter((name) => name.endsWith('.yaml'));
  const objects = files
    .toSorted()
    .flatMap((name) => parseAllDocuments(readFileSync(join(repository.examples, name), 'utf8')))
    .map((document) => document.toJS() as ObjectDraft);
  const answering = objects.map((each) =>
    each.kind === 'Deployment' ? echoing(each as Workload, objects) : each,
  );
  return [...answering, programs()];
}

function programs(): ObjectDraft {
  const texts = Object.entries(PROGRAM).map(([key, path]) => [
    key,
    readFileSync(join(repository.root, path), 'utf8'),
  ]);
  const data = { ...Object.fromEntries(texts), [PACKAGE]: '{ "type": "module" }' };
  const metadata = { name: 'echo', namespace: exampleNamespace };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, data };
}

function echoing(workload: Workload, objects: readonly ObjectDraft[]): Workload {
  const { name } = workload.metadata;
  const service = objects.find(({ kind, metadata }) => kind === 'Service' && metadata.name === name);
  const [{ port } = { port: 0 }] = (service as Served | undefined)?.spec.ports ?? [];
  const container = {
    ...containerOf({ id: name, port, protocol: 'http', accepts: 'connections' }, STOA_IMAGES[0]),
    command: ['/usr/local/bin/node', `/echo/${PROGRAM['main.ts']}`],
    volumeMounts: [{ name: 'echo', mountPath: '/echo' }],
  };
  const places = Object.entries({ ...PROGRAM, [PACKAGE]: PACKAGE });
  const items = places.map(([key, path]) => ({ key, path }));
  const volumes = [{ name: 'echo', configMap: { name: 'echo', items } }];
  const { spec } = workload;
  const template = { ...spec.template, spec: { containers: [container], volumes } };
  return { ...workload, spec: { ...spec, template } };
}
