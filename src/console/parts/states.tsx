import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import type { ReactElement, ReactNode } from 'react';
import { ApiError } from '../api/client.ts';

/** Picture of something that is being fetched. */
export function Waiting({ what = 'Loading' }: { readonly what?: string }): ReactElement {
  return (
    <Box role="status" sx={{ p: 4, display: 'flex', gap: 2, alignItems: 'center' }}>
      <CircularProgress size={20} aria-hidden />
      <Typography color="textSecondary">{what} …</Typography>
    </Box>
  );
}

/** Text for people of what went wrong: the API's own, or that it does not answer. */
export function textOf(error: unknown): string {
  if (error instanceof ApiError) {
    return error.message;
  }
  if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')) {
    return 'The API does not answer. This page tries again by itself.';
  }
  return error instanceof Error ? error.message : String(error);
}

/** Picture of something that could not be shown or done, with a way to try again. */
export function Failure({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
}): ReactElement {
  const isForbidden = error instanceof ApiError && (error.status === 403 || error.status === 404);
  return (
    <Alert
      severity={isForbidden ? 'info' : 'error'}
      sx={{ m: 2, overflowWrap: 'anywhere' }}
      action={onRetry === undefined ? undefined : <Button onClick={onRetry}>Try again</Button>}
    >
      <AlertTitle>{isForbidden ? 'Not for you, or not there' : 'That did not work'}</AlertTitle>
      {textOf(error)}
    </Alert>
  );
}

/** Picture of a list without entries, with what to do about it. */
export function Empty({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <Box sx={{ p: 4, textAlign: 'center', color: 'text.secondary' }}>
      <Typography>{children}</Typography>
    </Box>
  );
}
