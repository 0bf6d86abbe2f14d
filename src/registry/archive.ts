import type { Gate } from '../store/exchange.ts';
import type { Allowed } from '../store/guard.ts';
import type { StoreRefusal } from '../store/refusal.ts';

/** Means of one fetch. */
export interface Means {
  readonly gate: Gate;
  /** Allowed addresses of stores. */
  readonly stores: readonly Allowed[];
  /** Ends the fetch. */
  readonly signal: AbortSignal;
}

/** Content of a version, as its source has it, or a refusal. */
export type ArchiveResult =
  | {
      readonly type: 'archive';
      readonly version: string;
      readonly bytes: Buffer;
      /** Signer of it, where that had to be verified. */
      readonly signedBy?: string;
      /** Annotations of the manifest that names it, which a signature covers too; undefined where there is none. */
      readonly annotations?: Readonly<Record<string, unknown>>;
    }
  | StoreRefusal;
