/** Part of a list that a client asks for. */
export interface PageQuery {
  /** Text that an entry has in its name. */
  readonly query: string;
  /** Number of the page, from 1. */
  readonly page: number;
  /** Most entries of a page. */
  readonly pageSize: number;
}

/** Entries of a page, none past the end, and the number of entries on all pages. */
export interface PagePart<T> {
  readonly entries: readonly T[];
  readonly total: number;
}

/** The entries of a page among those of a list. */
export function pageOf<T>(
  list: readonly T[],
  nameOf: (entry: T) => string,
  { query, page, pageSize }: PageQuery,
): PagePart<T> {
  const found = list.filter((entry) => nameOf(entry).includes(query));
  return { entries: found.slice((page - 1) * pageSize, page * pageSize), total: found.length };
}
