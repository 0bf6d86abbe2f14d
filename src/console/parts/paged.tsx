import Pagination from '@mui/material/Pagination';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Rows } from './rows.tsx';

/** Rows of a page: each of them asks the API. */
const PAGE_SIZE = 12;

/** List whose rows ask the API each, page by page. */
export function Paged<T>({
  items,
  ...others
}: {
  readonly items: readonly T[];
  readonly label: string;
  readonly idOf: (item: T) => string;
  readonly empty: ReactNode;
  readonly children: (item: T) => ReactNode;
}): ReactElement {
  const [chosen, setChosen] = useState(1);
  const pages = Math.ceil(items.length / PAGE_SIZE);
  const page = Math.min(chosen, Math.max(pages, 1));
  return (
    <>
      <Rows items={items.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)} {...others} />
      {pages > 1 && (
        <Pagination
          count={pages}
          page={page}
          onChange={(_event, next) => setChosen(next)}
          sx={{ mt: 2, display: 'flex', justifyContent: 'center' }}
        />
      )}
    </>
  );
}
