/** Part of a list that a client asks for. */
export interface PageQuery {
  /** Text that an entry has in its name. */
  readonly query: string;
  /** Number of the page, from 1. */
  readonly page: number;
  /** Most entries of a page. */
  readonly pageSize: number;
}

/** Entries of a page, none past the end, and the members of a response that say which page it is. */
export interface PagePart<T> {
  readonly entries: readonly T[];
  readonly counts: {
    /** Number of entries on all pages. */
    readonly total: number;
    readonly page: number;
    readonly page_size: number;
  };
}

/** The entries of a page among those of a list. */
export function pageOf<T>(
  list: readonly T[],
  nameOf: (entry: T) => string,
  { query, page, pageSize }: PageQuery,
): PagePart<T> {
  const found = list.filter((entry) => nameOf(entry).includes(query));
  return {
    entries: found.slice((page - 1) * pageSize, page * pageSize),
    counts: { total: found.length, page, page_size: pageSize },
  };
}
