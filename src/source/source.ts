import type { MarketInstallSpec, NotApplied } from '../api/marketinstall.ts';
import type { Gradual } from '../base/gradual.ts';
import type { AddressRange } from '../store/guard.ts';
import type { StoreRefusal } from '../store/refusal.ts';
import type { Store } from '../store/request.ts';
import type { StoreHub } from '../store/response.ts';
import type { Content } from './content.ts';
import type { Kept } from './kept.ts';
import type { AllocationContext, Surroundings } from './surroundings.ts';

/**
 * Source of what installs make, such as the store of application models. Acceptance, pinning, planning, roll-out and
 * removal are the same for every source.
 */
export interface Source {
  /** Fetches the version of a model that an install names. Throws only the reason of `signal`. */
  fetch(store: Store, spec: MarketInstallSpec, signal: AbortSignal): Promise<FetchResult>;
  /** Reads the template of a model; components that run elsewhere need addresses of the `allowed` ranges. Pure. */
  read(template: string, allowed: readonly AddressRange[]): Gradual<ReadTemplate>;
}

/** Model as a store delivers it: all that an install ever takes from the store. */
export interface ModelContent {
  /** Template of the model, byte for byte. */
  readonly template: string;
  /** Registry of the images. */
  readonly hub?: StoreHub;
  /** Release of the platform that the model was published with; undefined if the store does not name it. */
  readonly publishedWith?: string;
}

/** Result of a fetch. */
export type FetchResult =
  | { readonly type: 'fetched'; readonly content: ModelContent }
  | { readonly type: 'refused'; readonly refusal: StoreRefusal };

/** Result of reading a template. */
export type ReadTemplate =
  | { readonly type: 'read'; readonly model: SourceModel }
  /** The template cannot be installed; `message` is for users. */
  | { readonly type: 'refused'; readonly message: string };

/** Model in the form of its source. */
export interface SourceModel {
  /**
   * Adds to `kept` the names, ports and secrets that the model needs and that never change again. Pure but for
   * `random` of the context.
   */
  allocate(kept: Kept, context: AllocationContext): Kept;
  /** Whether the model asks for a port of the Gateway that `kept` lacks. Pure. */
  lacksPort(kept: Kept): boolean;
  /** Expands the model into the objects of an install; `kept` comes from `allocate`. Pure. */
  expand(kept: Kept, surroundings: Surroundings): Gradual<Content>;
  /** Model with what an install sets of its components. Pure. */
  override(spec: OverridingSpec): OverriddenSource;
}

/** Parts of the spec of an install that change its model. */
type OverridingSpec = Pick<MarketInstallSpec, 'overrides' | 'grants' | 'match'>;

/** Model with the overrides of an install, and those that do not fit it. */
export interface OverriddenSource {
  readonly model: SourceModel;
  /** Parts of the spec that have no effect on this model, each with the reason. */
  readonly problems: readonly NotApplied[];
}
