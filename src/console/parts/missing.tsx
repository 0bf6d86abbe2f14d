import Alert from '@mui/material/Alert';
import type { ReactElement } from 'react';
import type { Topology } from '../api/types.ts';

/** Notice of what the caller may not read. */
export function Missing({ missing }: Pick<Topology, 'missing'>): ReactElement {
  return (
    <>
      {missing.map(({ part, why }) => (
        <Alert key={part} severity="info" sx={{ my: 1 }}>
          Not all is shown of: {part} ({why}).
        </Alert>
      ))}
    </>
  );
}
