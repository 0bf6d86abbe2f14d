import { environmentOf, expanded } from './containerenv.ts';
import type { StartableContainer, StartablePod, Texts, VolumeMount } from './startable.ts';

/** File of a ConfigMap or Secret in a container. */
interface StartedFile {
  /** Permissions as the digits of chmod. */
  readonly mode: string;
  readonly content: string;
}

/** Start of a container by a kubelet. */
export interface StartedContainer {
  readonly name: string;
  readonly image: string;
  /** Empty where the image decides. */
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly workingDir: string;
  readonly env: Readonly<Record<string, string>>;
  /** Files of ConfigMaps and Secrets, by path. */
  readonly files: Readonly<Record<string, StartedFile>>;
}

/** Start of the containers of a pod by a kubelet. */
export interface Start {
  readonly initContainers: readonly StartedContainer[];
  readonly containers: readonly StartedContainer[];
}

/** Start of a pod, with the texts of the objects to which it refers. Pure. */
export function startOf(pod: StartablePod, texts: Texts): Start {
  const { initContainers = [], containers } = pod.spec;
  const started = (container: StartableContainer) => startedContainer(container, pod, texts);
  return { initContainers: initContainers.map(started), containers: containers.map(started) };
}

function startedContainer(container: StartableContainer, pod: StartablePod, texts: Texts): StartedContainer {
  const { name, image, command = [], args = [], workingDir = '', volumeMounts = [] } = container;
  const environment = environmentOf(container, pod, texts);
  const filled = (word: string) => expanded(word, environment);
  const files = volumeMounts.flatMap((mount) => filesAt(mount, pod, texts));
  return {
    name,
    image,
    command: command.map(filled),
    args: args.map(filled),
    workingDir,
    env: Object.fromEntries(environment),
    files: Object.fromEntries(files),
  };
}

/** Files of a mount: one of the volume where it has a subPath, else all. */
function filesAt(
  { name, mountPath, subPath }: VolumeMount,
  { spec }: StartablePod,
  texts: Texts,
): [string, StartedFile][] {
  const volume = spec.volumes?.find((each) => each.name === name);
  const { configMap, secret } = volume ?? {};
  const content = { ...texts.configMap(configMap?.name), ...texts.secret(secret?.secretName) };
  const { defaultMode = 0o644, items } = configMap ?? secret ?? {};
  const projected = items ?? Object.keys(content).map((key) => ({ key, path: key }));
  return projected.flatMap((item): [string, StartedFile][] => {
    const text = content[item.key];
    if (text === undefined || (subPath !== undefined && subPath !== item.path)) {
      return [];
    }
    const mode = 'mode' in item && item.mode !== undefined ? item.mode : defaultMode;
    const path = subPath === undefined ? `${mountPath}/${item.path}` : mountPath;
    return [[path, { mode: `0${mode.toString(8).padStart(3, '0')}`, content: text }]];
  });
}
