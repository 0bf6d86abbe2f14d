import { type Start, startOf } from '../../deploy/local/node/start.ts';
import type { StartablePod } from '../../deploy/local/node/startable.ts';
import type { KubeObject } from '../../src/kube/object.ts';
import type { Content } from '../../src/source/content.ts';
import { objectsOf } from './models.ts';
import { podTemplateOf } from './parts.ts';

/** Start of a pod of a component by a kubelet, with the planned objects of its install. */
export function startIn(expansion: Content, key: string): Start {
  const component = expansion.components.find((each) => each.key === key);
  if (component === undefined) {
    throw new Error(`the model has no component ${key}`);
  }
  const { metadata, spec } = podTemplateOf(component);
  const namespace = component.workload.draft.metadata.namespace ?? '';
  const head: KubeObject = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...metadata,
      ...{ name: `${key}-pod`, namespace, uid: 'u', resourceVersion: '1', creationTimestamp: 't' },
    },
  };
  const status = { podIP: '10.244.0.1', hostIP: '10.0.0.1' };
  const pod = { ...head, spec: spec as unknown as StartablePod['spec'], status };
  return startOf(pod, {
    secret: (name) =>
      Object.fromEntries(
        Object.entries(dataOf(expansion, 'Secret', name)).map(([each, value]) => [
          each,
          Buffer.from(value, 'base64').toString(),
        ]),
      ),
    configMap: (name) => dataOf(expansion, 'ConfigMap', name),
  });
}

function dataOf(
  expansion: Content,
  kind: string,
  name: string | undefined,
): Readonly<Record<string, string>> {
  const found = objectsOf(expansion).find(({ draft }) => draft.kind === kind && draft.metadata.name === name);
  return (found?.draft.data ?? {}) as Readonly<Record<string, string>>;
}
