import { applicationModels } from '../../src/model/source.ts';
import type { StoreClient } from '../../src/store/client.ts';

/** Source of application models that reads them, and has no store to fetch them from. */
export const MODELS = applicationModels({} as StoreClient, {} as Parameters<typeof applicationModels>[1]);
