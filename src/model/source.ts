import { type MarketInstallSpec, MODEL_ARTIFACTS, type NotApplied } from '../api/marketinstall.ts';
import { present } from '../base/fields.ts';
import type { Gradual } from '../base/gradual.ts';
import type { Means } from '../registry/archive.ts';
import type { ExpandedModel, FetchResult, ReadTemplate, Source, SourceContent } from '../source/source.ts';
import type { StoreClient } from '../store/client.ts';
import type { AddressRange } from '../store/guard.ts';
import { meaningOf } from '../store/refusal.ts';
import type { Store } from '../store/request.ts';
import { fetchArtifact } from './artifact.ts';
import { allocate, lacksPort } from './build/allocate.ts';
import { expand } from './build/expand.ts';
import { matchModel } from './build/match.ts';
import { overrideModel } from './build/overrides/overrides.ts';
import type { Model } from './read/model.ts';
import { parseModel } from './read/parse.ts';

/**
 * Source of application models: stores and registries have them, `read` parses them, and `build` makes Kubernetes objects
 * of them.
 */
export function applicationModels(
  stores: StoreClient,
  registries: Omit<Means, 'signal'>,
): Source<ExpandedModel> {
  return {
    fetch: (store, spec, { signal }) =>
      spec.market.type === MODEL_ARTIFACTS
        ? fetchArtifact({ ...registries, signal }, store, spec)
        : fetchModel(stores, store, spec, signal),
    read: readModel,
  };
}

async function fetchModel(
  stores: StoreClient,
  store: Store,
  { appModelId, appModelVersion }: MarketInstallSpec,
  signal: AbortSignal,
): Promise<FetchResult> {
  const [version, hub] = await Promise.all([
    stores.fetchVersion(store, appModelId, appModelVersion, signal),
    stores.fetchHub(store, appModelId, signal),
  ]);
  if (version.type === 'refused') {
    // A store answers 404 for a version of an unknown model, too.
    const absent = version.refusal.type === 'version-not-found';
    const app = absent ? await stores.fetchApp(store, appModelId, signal) : undefined;
    return app?.type === 'refused' && app.refusal.type === 'app-not-found' ? app : version;
  }
  // Most images are public, so a missing registry matters only where the store may name it later.
  if (hub.type === 'refused' && meaningOf(hub.refusal).retry) {
    return hub;
  }
  const known = hub.type === 'found' ? hub.value : undefined;
  return { type: 'fetched', content: { ...version.value, ...present({ hub: known }) } };
}

function* readModel(
  content: SourceContent,
  allowed: readonly AddressRange[],
): Gradual<ReadTemplate<ExpandedModel>> {
  if (!('template' in content)) {
    return { type: 'refused', message: 'it is no application model' };
  }
  const parsed = yield* parseModel(content.template, allowed);
  if (parsed.type === 'refused') {
    return { type: 'refused', message: parsed.message };
  }
  return { type: 'read', model: sourceModel(parsed.model) };
}

function sourceModel(model: Model): ExpandedModel {
  return {
    allocate: (kept, context) => allocate(model, kept, context),
    lacksPort: (kept) => lacksPort(model, kept),
    expand: (kept, surroundings) => expand(model, kept, surroundings),
    override: ({ overrides = [], grants = {}, match = {}, values = {}, valuesFrom = [] }) => {
      const matched = matchModel(model, match);
      const overridden = overrideModel(matched.model, overrides, grants);
      return {
        model: sourceModel(overridden.model),
        problems: [
          ...matched.problems,
          ...overridden.problems,
          ...(Object.keys(values).length === 0 ? [] : [unused('spec.values')]),
          ...(valuesFrom.length === 0 ? [] : [unused('spec.valuesFrom')]),
        ],
      };
    },
  };
}

function unused(path: string): NotApplied {
  return { path, why: 'an application model has no values: use spec.overrides' };
}
