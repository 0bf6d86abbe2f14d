import type { Asker } from '../turns.ts';

/** Chart to fetch from a repository: its name, and a version or a range of versions as Helm takes them. */
export interface ChartReference {
  readonly name: string;
  /** Version such as `1.2.3`, or range such as `^1.2`; empty means the newest that is no pre-release. */
  readonly version: string;
  /** Whose turn at the reader it is; undefined where it reads for one alone. */
  readonly asker?: Asker;
}

/** Reader of the indexes of repositories, which nobody needs to trust. */
export interface IndexReader {
  /** Chooses the version of a chart in the index of its repository. Throws only the reason of `signal`. */
  choose(index: Uint8Array, chart: ChartReference, signal: AbortSignal): Promise<IndexOutcome>;
}

/** Version of a chart in an index. */
export interface IndexEntry {
  readonly version: string;
  /** Addresses of the archive, which may be relative to that of the repository. */
  readonly urls: readonly string[];
  /** SHA-256 of the archive; empty where the index has none. */
  readonly digest: string;
}

/** Why an index has no version. Messages are for users, and quote nothing of the index. */
type IndexRefusal =
  | { readonly type: 'index-invalid'; readonly message: string }
  | { readonly type: 'chart-not-found' | 'range-invalid' }
  /** `versions` are some that there are, the newest first. */
  | { readonly type: 'version-not-found'; readonly versions: readonly string[] }
  | { readonly type: 'out-of-memory' | 'too-slow' | 'too-much-output' | 'too-deep' }
  | { readonly type: 'crashed'; readonly message: string }
  /** It reads for others. */
  | { readonly type: 'busy' };

/** Outcome of a choice. */
export type IndexOutcome =
  | { readonly type: 'chosen'; readonly entry: IndexEntry }
  | { readonly type: 'refused'; readonly refusal: IndexRefusal };
