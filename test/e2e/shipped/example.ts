import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { repository } from '../../../deploy/local/repository.ts';
import type { ObjectDraft } from '../../../src/kube/object.ts';
import { containerOf } from '../component.ts';
import { ECHO_IMAGE } from './images.ts';

interface Workload extends ObjectDraft {
  readonly spec: { readonly template: { readonly spec: object } };
}

interface PortedObject extends ObjectDraft {
  readonly spec: { readonly ports: readonly { readonly port: number }[] };
}

/** The objects of `deploy/examples`, with components that echo their requests. */
export function exampleObjects(): readonly ObjectDraft[] {
  const files = readdirSync(repository.examples).filter((name) => name.endsWith('.yaml'));
  const objects = files.toSorted().flatMap((name) => objectsIn(join(repository.examples, name)));
  return objects.map((each) => (each.kind === 'Deployment' ? echoing(each as Workload, objects) : each));
}

/** The objects of a file. */
export function objectsIn(file: string): readonly ObjectDraft[] {
  return parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS() as ObjectDraft);
}

function echoing(workload: Workload, objects: readonly ObjectDraft[]): Workload {
  const { name } = workload.metadata;
  const service = objects.find(({ kind, metadata }) => kind === 'Service' && metadata.name === name);
  const [{ port } = { port: 0 }] = (service as PortedObject | undefined)?.spec.ports ?? [];
  const echo = containerOf({ id: name, port, protocol: 'http', accepts: 'connections' }, ECHO_IMAGE);
  // Without a CPU request, pods that start next to it would starve it on a busy node.
  const container = { ...echo, resources: { requests: { cpu: '100m', memory: '64Mi' } } };
  const { spec } = workload;
  const template = { ...spec.template, spec: { ...spec.template.spec, containers: [container] } };
  return { ...workload, spec: { ...spec, template } };
}
