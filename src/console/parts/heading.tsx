import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactElement, ReactNode } from 'react';

/** Heading of a page: what it shows, its state, and what one can do. */
export function Heading({
  title,
  children,
  actions,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}): ReactElement {
  return (
    <Stack direction="row" sx={{ mb: 2, gap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
      <Typography variant="h5" component="h1" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <bdi>{title}</bdi>
      </Typography>
      {children}
      <Box sx={{ flexGrow: 1 }} />
      {actions}
    </Stack>
  );
}
