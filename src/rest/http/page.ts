/** Entries of a page, none past the end, and the members of a response that say which page it is. */
interface PagePart<T> {
  readonly entries: readonly T[];
  readonly counts: {
    /** Number of entries on all pages. */
    readonly total: number;
    readonly page: number;
    readonly page_size: number;
  };
}

/** The page with a number, from 1, of a list; `pageSize` is the most entries of a page. */
export function pageOf<T>(list: readonly T[], page: number, pageSize: number): PagePart<T> {
  return {
    entries: list.slice((page - 1) * pageSize, page * pageSize),
    counts: { total: list.length, page, page_size: pageSize },
  };
}
