import Alert from '@mui/material/Alert';
import type { ReactElement } from 'react';
import type { Topology } from '../api/types.ts';

/** Notice of what the caller may not read, but for the Gateway, which is no matter of a team. */
export function Missing({ missing }: Pick<Topology, 'missing'>): ReactElement {
  return (
    <>
      {missing
        .filter(({ part }) => part !== 'gateway')
        .map(({ part, why }) => (
          <Alert key={part} severity="info" sx={{ my: 1 }}>
            {why.charAt(0).toUpperCase() + why.slice(1)}, so not all is shown of: {part}.
          </Alert>
        ))}
    </>
  );
}
