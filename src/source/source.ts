import type { MarketInstallSpec, NotApplied } from '../api/marketinstall.ts';
import type { InstallReason } from '../api/reason.ts';
import type { Gradual } from '../base/gradual.ts';
import type { AddressRange } from '../store/guard.ts';
import type { StoreRefusal } from '../store/refusal.ts';
import type { Store } from '../store/request.ts';
import type { StoreHub } from '../store/response.ts';
import type { Content } from './content.ts';
import type { Kept } from './kept.ts';
import type { AllocationContext, Surroundings } from './surroundings.ts';

/**
 * Source of what installs make: stores of application models, and repositories of Helm charts. Acceptance, pinning,
 * planning, roll-out and removal are the same for every source.
 */
export interface Source<M extends SourceModel = SourceModel> {
  /** Fetches the version that an install names. Throws only the reason of the signal. */
  fetch(store: Store, spec: MarketInstallSpec, asking: Asking): Promise<FetchResult>;
  /** Reads what was fetched; components that run elsewhere need addresses of the `allowed` ranges. Pure. */
  read(content: SourceContent, allowed: readonly AddressRange[]): Gradual<ReadTemplate<M>>;
}

/** Model as a store delivers it: all that an install ever takes from the store. */
export interface ModelContent {
  /** Template of the model, byte for byte. */
  readonly template: string;
  /** Registry of the images. */
  readonly hub?: StoreHub;
  /** Release of the platform that the model was published with; undefined if the store does not name it. */
  readonly publishedWith?: string;
  /** Signer of it, where that had to be verified; undefined too where it was fetched before. */
  readonly signedBy?: string;
}

/** Chart as a repository delivers it: the archive (.tgz), byte for byte. */
interface ChartContent {
  readonly archive: Uint8Array;
  /** Version of the chart; undefined too where it was fetched before. */
  readonly version?: string;
  /** Signer of it, where that had to be verified; undefined too where it was fetched before. */
  readonly signedBy?: string;
}

/** All that an install ever takes from its source. */
export type SourceContent = ModelContent | ChartContent;

/** Result of a fetch. */
export type FetchResult =
  | { readonly type: 'fetched'; readonly content: SourceContent }
  | { readonly type: 'refused'; readonly refusal: StoreRefusal };

/** Result of reading a template. */
export type ReadTemplate<M extends SourceModel = SourceModel> =
  | { readonly type: 'read'; readonly model: M }
  /** The template cannot be installed; `message` is for users. */
  | { readonly type: 'refused'; readonly message: string };

/** Model in the form of its source: it says by itself what its objects are, or its templates do when they are rendered. */
export type SourceModel = ExpandedModel | RenderedModel;

/** Abilities of every model. */
interface AnyModel {
  /** Whether the model asks for a port of the Gateway that `kept` lacks. Pure. */
  lacksPort(kept: Kept): boolean;
}

/** Model that says what its objects are. */
export interface ExpandedModel extends AnyModel {
  /**
   * Adds to `kept` the names, ports and secrets that the model needs and that never change again. Pure but for
   * `random` of the context.
   */
  allocate(kept: Kept, context: AllocationContext): Kept;
  /** Expands the model into the objects of an install; `kept` comes from `allocate`. Pure. */
  expand(kept: Kept, surroundings: Surroundings): Gradual<Content>;
  /** Model with what an install sets of its components. Pure. */
  override(spec: OverridingSpec): OverriddenSource<ExpandedModel>;
}

/** Model of templates, which name what they make. */
export interface RenderedModel extends AnyModel {
  /** Adds to `kept` what makes each rendering the same. Pure but for `random` of the context. */
  allocate(kept: Kept, context: Pick<AllocationContext, 'now' | 'random'>): Kept;
  /** Renders the templates; `kept` comes from `allocate`. Throws KubeError, and the reason of the signal. */
  render(kept: Kept, surroundings: Surroundings, means: RenderMeans): Promise<Rendering>;
  /** Model with the values of an install. Pure. */
  override(spec: OverridingSpec): OverriddenSource<RenderedModel>;
}

/** Install that asks its source. */
interface Asking {
  readonly namespace: string;
  readonly name: string;
  readonly signal: AbortSignal;
  /** Makes the install due, once the turn has come that it waits for. */
  readonly again: () => void;
}

/** Means of a rendering. */
export interface RenderMeans extends Pick<Asking, 'signal' | 'again'> {
  /** Runs a computation in turns with others. */
  readonly run: <T>(work: Gradual<T>) => Promise<T>;
}

/** Result of a rendering: the objects of an install, with what is kept for the next rendering. */
export type Rendering =
  | { readonly type: 'rendered'; readonly content: Content; readonly kept: Kept }
  | RefusedRendering
  | Busy;

/** Refusal of an install by its reason, with a message for users. */
export interface RefusedRendering {
  /** Unfinished where another attempt may succeed, because this one lacked time, or failed by itself. */
  readonly type: 'refused' | 'unfinished';
  readonly reason: InstallReason;
  readonly message: string;
}

/** Rendering whose turn has not come yet. */
export interface Busy {
  readonly type: 'busy';
}

/** Parts of the spec of an install that change its model. */
type OverridingSpec = Pick<MarketInstallSpec, 'overrides' | 'grants' | 'match' | 'values' | 'valuesFrom'>;

/** Model with the overrides of an install, and those that do not fit it. */
export interface OverriddenSource<M extends SourceModel = SourceModel> {
  readonly model: M;
  /** Parts of the spec that have no effect on this model, each with the reason. */
  readonly problems: readonly NotApplied[];
}
