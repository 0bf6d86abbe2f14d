import type { EnvVar, StartableContainer, StartablePod, Texts } from './startable.ts';

/** Environment of a container by name, as a kubelet resolves it: of several with the same name, the last counts. */
export function environmentOf(
  { env = [], envFrom = [] }: Pick<StartableContainer, 'env' | 'envFrom'>,
  pod: StartablePod,
  texts: Texts,
): ReadonlyMap<string, string> {
  const environment = new Map<string, string>();
  for (const { prefix = '', secretRef, configMapRef } of envFrom) {
    const all = { ...texts.secret(secretRef?.name), ...texts.configMap(configMapRef?.name) };
    for (const [key, text] of Object.entries(all)) {
      environment.set(`${prefix}${key}`, text);
    }
  }
  for (const each of env) {
    const text = textOf(each, pod, texts);
    // As in a kubelet, a value refers to the envs before it alone.
    environment.set(each.name, expanded(text, environment));
  }
  return environment;
}

function textOf({ value, valueFrom }: EnvVar, pod: StartablePod, texts: Texts): string {
  const { secretKeyRef, configMapKeyRef, fieldRef } = valueFrom ?? {};
  return (
    value ??
    texts.secret(secretKeyRef?.name)[secretKeyRef?.key ?? ''] ??
    texts.configMap(configMapKeyRef?.name)[configMapKeyRef?.key ?? ''] ??
    fieldOf(pod, fieldRef?.fieldPath ?? '')
  );
}

function fieldOf({ metadata, spec, status }: StartablePod, path: string): string {
  const fields: Readonly<Record<string, string | undefined>> = {
    'metadata.name': metadata.name,
    'metadata.namespace': metadata.namespace,
    'metadata.uid': metadata.uid,
    'spec.nodeName': spec.nodeName,
    'spec.serviceAccountName': spec.serviceAccountName,
    'status.podIP': status?.podIP,
    'status.hostIP': status?.hostIP,
  };
  const [, map, key = ''] = /^metadata\.(labels|annotations)\['([^']*)'\]$/.exec(path) ?? [];
  const found = map === 'labels' || map === 'annotations' ? metadata[map]?.[key] : fields[path];
  return found ?? '';
}

/** Text with `$(NAME)` as a kubelet expands it: unknown names stay, and `$$` is a dollar. */
export function expanded(text: string, environment: ReadonlyMap<string, string>): string {
  return text.replace(/\$\$|\$\(([^)]*)\)/g, (whole, name?: string) =>
    name === undefined ? '$' : (environment.get(name) ?? whole),
  );
}
