import type { Gate } from '../../base/gate.ts';
import type { Means } from '../../registry/archive.ts';
import type { Asker } from '../turns.ts';

/** Means of fetching a chart. */
export interface IndexMeans extends Means {
  readonly reader: IndexReader;
}

/** Means of fetching a chart from a repository with an index. */
export interface RepositoryMeans extends IndexMeans {
  /** Places of large indexes. */
  readonly large: Gate;
}

/** Means of looking into a repository. */
export interface BrowseMeans extends Means {
  readonly reader: IndexReader & IndexBrowser;
}

/** Chart to fetch from a repository: its name, and a version or a range of versions as Helm takes them. */
export interface ChartReference {
  readonly name: string;
  /** Version such as `1.2.3`, or range such as `^1.2`; empty means the newest that is no pre-release. */
  readonly version: string;
  /** Whose turn at the reader it is; undefined where it reads for one alone. */
  readonly asker?: Asker;
}

/** Reader of the indexes of repositories and of the names of charts, which nobody needs to trust. */
export interface IndexReader extends ArchiveReader {
  /** Chooses the version of a chart in the index of its repository. Throws only the reason of `signal`. */
  choose(index: Uint8Array, chart: ChartReference, signal: AbortSignal): Promise<IndexOutcome>;
}

/** Reader of the names of charts in archives. */
export interface ArchiveReader {
  /**
   * Says which chart an archive is, and whether it is the wanted one, of which the version is no range. Throws only the
   * reason of `signal`.
   */
  identify(archive: Uint8Array, wanted: ChartReference, signal: AbortSignal): Promise<IdentityOutcome>;
}

/** Chart that an archive is, by what is rendered of it. */
interface ChartIdentity {
  readonly name: string;
  readonly version: string;
  /** Whether name and version are those that are wanted; one version can be written in several ways. */
  readonly isWanted: boolean;
}

/** Why an archive cannot be read. */
type ArchiveRefusal =
  | { readonly type: 'archive-too-large' | 'not-a-chart' | 'crashed'; readonly message: string }
  | { readonly type: 'out-of-memory' | 'too-slow' | 'too-much-output' | 'too-deep' };

/** Outcome of asking which chart an archive is. */
export type IdentityOutcome =
  | { readonly type: 'identified'; readonly is: ChartIdentity }
  /** `busy`: it reads for others. */
  | { readonly type: 'refused'; readonly refusal: ArchiveRefusal | { readonly type: 'busy' } };

/** Reader of what repositories offer, for people who look for something. */
export interface IndexBrowser {
  /** Lists a part of the index of a repository. Throws only the reason of `signal`. */
  list(index: Uint8Array, part: Listing, signal: AbortSignal): Promise<ListOutcome>;
  /** Reads the default values of a chart in an archive. Throws only the reason of `signal`. */
  describe(archive: Uint8Array, signal: AbortSignal): Promise<DescribeOutcome>;
}

/** Part of an index to list: charts with a text in their names, or the versions of one chart where it is named. */
export interface Listing {
  readonly chart: string;
  readonly query: string;
  readonly offset: number;
  readonly count: number;
}

/** Part of an index. */
interface ListedPart {
  /** Charts with their newest versions in the order of names, or versions, the newest first and pre-releases last. */
  readonly entries: readonly {
    readonly name: string;
    readonly version: string;
    /** Of the versions of one chart, only the newest has one. */
    readonly description: string;
  }[];
  /** Number of all entries that there are. */
  readonly total: number;
}

/** Outcome of a listing. */
export type ListOutcome =
  | { readonly type: 'listed'; readonly part: ListedPart }
  | { readonly type: 'refused'; readonly refusal: IndexRefusal };

/** Outcome of reading a chart. */
export type DescribeOutcome =
  | {
      readonly type: 'described';
      readonly chart: {
        readonly description: string;
        /** Content of its `values.yaml`, and whether there is more of it. */
        readonly values: string;
        readonly cut: boolean;
        /** Paths of values that its schema requires and it does not give. */
        readonly required: readonly string[];
      };
    }
  | { readonly type: 'refused'; readonly refusal: ArchiveRefusal };

/** Version of a chart in an index. */
export interface IndexEntry {
  readonly version: string;
  /** Addresses of the archive, which may be relative to that of the repository. */
  readonly urls: readonly string[];
  /** SHA-256 of the archive; empty where the index has none. */
  readonly digest: string;
}

/** Why an index has no version. Messages are for users, and quote nothing of the index. */
export type IndexRefusal =
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
