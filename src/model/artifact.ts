import type { MarketInstallSpec } from '../api/marketinstall.ts';
import { present } from '../base/fields.ts';
import { plainWords, withoutTrailing } from '../base/text.ts';
import type { Means } from '../registry/archive.ts';
import type { Blob, Manifest } from '../registry/manifest.ts';
import type { Artifact } from '../registry/pull.ts';
import { pullWithin, repositoryAt } from '../registry/repository.ts';
import type { FetchResult } from '../source/source.ts';
import { MAX_MEBIBYTES } from '../store/body.ts';
import type { StoreRefusal } from '../store/refusal.ts';
import type { Store } from '../store/request.ts';

/** Media types of an application model in a registry: of its layer, which has the JSON of the model, and of its configuration. */
export const MODEL_TYPE = 'application/vnd.stoa.model.v1+json';
export const MODEL_CONFIG_TYPE = 'application/vnd.stoa.model.config.v1+json';

/** Most bytes of a model, as of one that a store answers with. */
export const MAX_MODEL = MAX_MEBIBYTES * 2 ** 20;

const MODEL_ARTIFACT: Artifact = {
  layerOf: modelLayerOf,
  maxBytes: MAX_MODEL,
  absent: { type: 'version-not-found' },
  other: { type: 'not-a-model-manifest' },
};

/** Annotations by which the manifest of a model says which one it is, and in which version. */
const [ID, VERSION] = ['org.opencontainers.image.title', 'org.opencontainers.image.version'];

/** Annotations of the manifest of a model in a repository, at a tag: whoever signs the manifest signs these, too. Pure. */
export function modelAnnotations(repository: string, tag: string): Readonly<Record<string, string>> {
  return { [ID]: repository.slice(repository.lastIndexOf('/') + 1), [VERSION]: tag };
}

/** Layer with a model; undefined where a manifest is that of something else. Pure. */
export function modelLayerOf(manifest: Manifest): Blob | undefined {
  const layers = 'layers' in manifest ? manifest.layers : [];
  const [layer, ...others] = layers.filter(({ mediaType }) => mediaType === MODEL_TYPE);
  return others.length === 0 ? layer : undefined;
}

/** One version, in a form that a tag can have. */
const TAG = /^\w[\w.+-]{0,127}$/;

/**
 * Fetches a model from a registry: its id is the last part of the name of the repository, its version the tag. Throws only
 * the reason of the signal.
 */
export async function fetchArtifact(
  means: Means,
  { url, ...key }: Store,
  { appModelId, appModelVersion: version }: MarketInstallSpec,
): Promise<FetchResult> {
  if (!TAG.test(version)) {
    return refused({ type: 'version-not-found' });
  }
  const from = repositoryAt(means, `${withoutTrailing(url, '/')}/${appModelId}`, key);
  const got = 'type' in from ? from : await pullWithin(means, from, MODEL_ARTIFACT, version);
  if (got.type !== 'archive') {
    return refused(got);
  }
  const { signedBy, annotations = {} } = got;
  if (signedBy !== undefined && !isAbout(annotations, appModelId, version)) {
    return refused({ type: 'other-model', what: plainWords(annotations[ID], annotations[VERSION]) });
  }
  const template = textOf(got.bytes);
  return template === undefined
    ? refused({ type: 'malformed', problems: 'the model is no text in UTF-8' })
    : { type: 'fetched', content: { template, ...present({ signedBy }) } };
}

/** Whether a signed manifest says that it is of this model and version. */
function isAbout(annotations: Readonly<Record<string, unknown>>, id: string, version: string): boolean {
  const wanted = modelAnnotations(id, tagOf(version));
  return Object.entries(wanted).every(([key, text]) => annotations[key] === text);
}

function tagOf(version: string): string {
  return version.replaceAll('+', '_');
}

function refused(refusal: StoreRefusal): FetchResult {
  return { type: 'refused', refusal };
}

/** Text in UTF-8; undefined for other bytes, which no text could stand for. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
