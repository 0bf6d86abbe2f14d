import { DEFAULT_MARKET_TYPE, type MarketInstallSpec } from '../../api/marketinstall.ts';
import { applicationModel } from './applicationmodel.ts';
import type { ModelSource } from './source.ts';

/** Types of store, as in `spec.market.type`, that have a source of their own. */
type StoreType = typeof DEFAULT_MARKET_TYPE;

/** Source of each type of store. Another type is a member of `StoreType`, a row here and a folder beside. */
const SOURCES: Readonly<Record<StoreType, ModelSource>> = {
  [DEFAULT_MARKET_TYPE]: applicationModel,
};

/** Source of an install; a type that is not in the table only describes a store of application models. */
export function sourceOf({ market: { type = DEFAULT_MARKET_TYPE } }: MarketInstallSpec): ModelSource {
  return isStoreType(type) ? SOURCES[type] : applicationModel;
}

function isStoreType(type: string): type is StoreType {
  return Object.hasOwn(SOURCES, type);
}
