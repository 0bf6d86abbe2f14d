import { randomBytes } from 'node:crypto';
import { CUSTOM_RESOURCE_DEFINITIONS } from '../../../deploy/local/cluster/crds.ts';
import type { KubeClient } from '../../../src/kube/client.ts';
import { KubeError } from '../../../src/kube/error.ts';
import type { KubeObject, ObjectDraft } from '../../../src/kube/object.ts';
import type { Resource } from '../../../src/kube/resource.ts';
import { NAMESPACES } from '../../../src/objects/core.ts';
import { eventually } from '../../support/eventually.ts';
import { recordLeftovers } from './leftovers.ts';
import { TESTER } from './world.ts';

/** An object of a kind that no controller touches. */
export interface Thing extends KubeObject {
  readonly spec: { readonly colour?: string; readonly size?: number };
  readonly status?: { readonly phase?: string };
}

const SCHEMA = {
  type: 'object',
  required: ['spec'],
  properties: {
    spec: {
      type: 'object',
      required: ['colour'],
      properties: { colour: { type: 'string', maxLength: 20 }, size: { type: 'integer', default: 3 } },
    },
    status: { type: 'object', properties: { phase: { type: 'string' } } },
  },
};

/** A kind and a namespace of one test file. */
export interface Things {
  readonly resource: Resource<Thing>;
  readonly namespace: string;
  /** Draft of a Thing with the given spec. */
  draft(name: string, spec: Thing['spec'], metadata?: object): ObjectDraft;
}

/** Makes the kind and the namespace. */
export async function createThings(client: KubeClient): Promise<Things> {
  const id = `t${randomBytes(4).toString('hex')}`;
  const resource: Resource<Thing> = {
    group: `${id}.example.com`,
    version: 'v1',
    plural: 'things',
    kind: 'Thing',
    namespaced: true,
  };
  const version = {
    name: 'v1',
    served: true,
    storage: true,
    subresources: { status: {} },
    schema: { openAPIV3Schema: SCHEMA },
  };
  const namespace = `kube-${id}`;
  recordLeftovers(`customresourcedefinition/things.${resource.group}`, `namespace/${namespace}`);
  const names = { kind: 'Thing', listKind: 'ThingList', plural: 'things', singular: 'thing' };
  await client.create(
    CUSTOM_RESOURCE_DEFINITIONS,
    {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `things.${resource.group}` },
      spec: { group: resource.group, scope: 'Namespaced', names, versions: [version] },
    },
    TESTER,
  );
  await client.create(
    NAMESPACES,
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    TESTER,
  );
  await eventually(() => client.list(resource));
  return {
    resource,
    namespace,
    draft: (name, spec, metadata) => ({
      apiVersion: `${resource.group}/v1`,
      kind: 'Thing',
      metadata: { name, namespace, ...metadata },
      spec,
    }),
  };
}

/** Failure of a call. Throws if it succeeds. */
export async function failure(work: Promise<unknown>): Promise<KubeError['failure']> {
  const error: unknown = await work.then(
    () => new Error('it succeeded'),
    (reason: unknown) => reason,
  );
  if (error instanceof KubeError) {
    return error.failure;
  }
  throw error;
}
