import type { Content } from '../../src/source/content.ts';
import { objectsOf } from './models.ts';

/** Container of a pod, as far as tests read it. */
interface Container {
  readonly args?: readonly string[];
  readonly env?: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: {
      readonly secretKeyRef?: { readonly name: string; readonly key: string };
      readonly configMapKeyRef?: { readonly name: string; readonly key: string };
      readonly fieldRef?: { readonly fieldPath: string };
    };
  }[];
  readonly envFrom?: readonly { readonly secretRef: { readonly name: string } }[];
  readonly resources?: { readonly limits?: object; readonly requests?: object };
}

/** Pod template, as far as tests read it. */
export interface Pod {
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: {
    readonly containers: readonly Container[];
    readonly imagePullSecrets?: readonly { name: string }[];
    readonly nodeSelector?: Readonly<Record<string, string>>;
    readonly hostname?: string;
    readonly hostAliases?: readonly { readonly ip: string; readonly hostnames: readonly string[] }[];
  };
}

/** Pod template of a component; an empty one where there is no such component. */
export function podOf(expansion: Content, key: string): Pod {
  const component = expansion.components.find((each) => each.key === key);
  const spec = component?.workload.draft.spec as { readonly template: Pod } | undefined;
  return spec?.template ?? { metadata: {}, spec: { containers: [] } };
}

/** Texts of the Secrets or ConfigMaps of an expansion, by name. */
export function textsOf(
  expansion: Content,
  kind: 'Secret' | 'ConfigMap',
): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const found = objectsOf(expansion).filter(({ resource }) => resource.kind === kind);
  return new Map(
    found.map(({ draft }) => {
      const data = Object.entries(draft.data as Readonly<Record<string, string>>);
      const texts = data.map(([key, value]) => [
        key,
        kind === 'Secret' ? Buffer.from(value, 'base64').toString() : value,
      ]);
      return [draft.metadata.name, Object.fromEntries(texts)];
    }),
  );
}

/** Environment of a component's container, as Kubernetes fills it; the path of a field in place of its value. */
export function environment(expansion: Content, key: string): Readonly<Record<string, string>> {
  const [secrets, configMaps] = [textsOf(expansion, 'Secret'), textsOf(expansion, 'ConfigMap')];
  const [container] = podOf(expansion, key).spec.containers;
  const from = (container?.envFrom ?? []).map(({ secretRef }) => secrets.get(secretRef.name) ?? {});
  const listed = (container?.env ?? []).map(({ name, value = '', valueFrom }) => {
    const { secretKeyRef, configMapKeyRef, fieldRef } = valueFrom ?? {};
    const secret = secretKeyRef && secrets.get(secretKeyRef.name)?.[secretKeyRef.key];
    const shared = configMapKeyRef && configMaps.get(configMapKeyRef.name)?.[configMapKeyRef.key];
    return { [name]: secret ?? shared ?? fieldRef?.fieldPath ?? value };
  });
  return Object.assign({}, ...from, ...listed);
}
