import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { ReactElement } from 'react';
import { textOf } from './states.tsx';
import { Time } from './time.tsx';

/** Notice that what is shown is old, since it could not be fetched again. */
export function Away({
  query,
}: {
  readonly query: {
    readonly isError: boolean;
    readonly error: unknown;
    readonly dataUpdatedAt: number;
    readonly refetch: () => Promise<unknown>;
  };
}): ReactElement | null {
  return query.isError ? (
    <Alert
      severity="warning"
      sx={{ mb: 2 }}
      action={<Button onClick={() => void query.refetch()}>Try again</Button>}
    >
      {textOf(query.error)} What you see is of <Time time={query.dataUpdatedAt} />.
    </Alert>
  ) : null;
}
