import { VALUES_KEY, type ValuesSource } from '../../api/marketinstall.ts';
import { REASONS } from '../../api/reason.ts';
import { ignoreNotFound } from '../../kube/error.ts';
import { type KubeObject, keyOf } from '../../kube/object.ts';
import { CONFIG_MAPS, type ConfigMap, SECRETS, type Secret } from '../../objects/core.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import type { ValuesText } from '../../source/surroundings.ts';
import type { MarketCaches } from '../caches.ts';
import type { Writer } from '../writer.ts';
import type { MissingValues, PlanRefusal } from './problem.ts';

/** Versions of the objects from which an install takes values, in their order; undefined for one that is missing. */
export type ValuesVersions = readonly (string | undefined)[];

/** Texts of values that an install takes from objects of its namespace, and the versions of these. */
export interface FoundValues {
  readonly type: 'found';
  readonly texts: readonly ValuesText[];
  readonly versions: ValuesVersions;
}

/** Most bytes of a text of values, and of all of an install. */
const MAX_TEXT = 256 * 1024;
const MAX_TEXTS = 1024 * 1024;

/** Versions of the objects with values, as the caches have them: only some types of Secrets are watched. */
export function valuesVersions(
  { secretNames, configMapNames }: Pick<MarketCaches, 'secretNames' | 'configMapNames'>,
  { metadata: { namespace }, spec: { valuesFrom = [] } }: MarketInstall,
): ValuesVersions {
  return valuesFrom.map(({ kind, name }) => {
    const { store } = kind === SECRETS.kind ? secretNames : configMapNames;
    return store.get(keyOf({ metadata: { namespace, name } }))?.metadata.resourceVersion;
  });
}

/** Reads the objects from which an install takes values, as its account. Throws KubeError. */
export async function readValuesFrom(
  { account, signal }: Pick<Writer, 'account' | 'signal'>,
  { metadata: { namespace }, spec: { valuesFrom = [] } }: MarketInstall,
): Promise<FoundValues | MissingValues | PlanRefusal> {
  const objects = await Promise.all(
    valuesFrom.map(({ kind, name }) => {
      const target = { namespace, name };
      return ignoreNotFound<KubeObject>(
        kind === SECRETS.kind
          ? account.get(SECRETS, target, { signal })
          : account.get(CONFIG_MAPS, target, { signal }),
      );
    }),
  );
  return valuesTexts(valuesFrom, objects);
}

/** Texts of values in objects; those that are undefined do not exist. Pure. */
export function valuesTexts(
  sources: readonly ValuesSource[],
  objects: readonly (KubeObject | undefined)[],
): FoundValues | MissingValues | PlanRefusal {
  const found = sources.map((source, index) => textOf(source, objects[index], `spec.valuesFrom[${index}]`));
  const missing = found.find((each) => each?.type === 'values-missing');
  if (missing !== undefined) {
    return missing;
  }
  const texts = found.filter((each) => each?.type === 'text');
  const sizes = texts.map(({ text }) => Buffer.byteLength(text));
  const sums = sizes.map((_, index) => sizes.slice(0, index + 1).reduce((sum, size) => sum + size, 0));
  const excess = texts.find((_, index) => (sizes[index] ?? 0) > MAX_TEXT || (sums[index] ?? 0) > MAX_TEXTS);
  return excess === undefined
    ? { type: 'found', texts, versions: objects.map((object) => object?.metadata.resourceVersion) }
    : tooLarge(excess.path);
}

/** Text of values of one object; undefined where an optional one is missing. */
function textOf(
  { kind, name, key = VALUES_KEY, optional = false }: ValuesSource,
  object: KubeObject | undefined,
  path: string,
): ({ readonly type: 'text' } & ValuesText) | MissingValues | undefined {
  const content = object === undefined ? undefined : contentOf(object, key);
  if (content !== undefined) {
    return { type: 'text', path, text: content.toString(), isSecret: kind === SECRETS.kind };
  }
  const what = object === undefined ? `there is no ${kind} ${name}` : `the ${kind} ${name} has no key ${key}`;
  return optional ? undefined : { type: 'values-missing', message: `${path}: ${what}` };
}

/** Content of a key of a ConfigMap or Secret; undefined where it has none of the name. */
function contentOf({ data, binaryData, kind }: Secret & ConfigMap, key: string): Buffer | undefined {
  const [text, packed] = kind === SECRETS.kind ? [undefined, data] : [data, binaryData];
  const [plain, encoded] = [text, packed].map((each) =>
    each !== undefined && Object.hasOwn(each, key) ? each[key] : undefined,
  );
  if (plain !== undefined) {
    return Buffer.from(plain);
  }
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64');
}

function tooLarge(path: string): PlanRefusal {
  const message = `${path}: values have at most ${MAX_TEXT / 1024} KiB in one key, and ${MAX_TEXTS / 1024} KiB in all`;
  return { type: 'refused', reason: REASONS.valuesInvalid, message };
}
