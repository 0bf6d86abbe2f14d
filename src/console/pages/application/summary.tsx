import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactElement, useState } from 'react';
import { useApplicationPlace } from '../../api/place.ts';
import type { Topology } from '../../api/types.ts';
import { PageLink } from '../../parts/link.tsx';
import { HealthIcon } from '../../parts/mark.tsx';
import { Missing } from '../../parts/missing.tsx';
import { problemsOf, type TroubledPart } from './problems.ts';

/** Most problems that the summary shows at first, and at all; the lists have the others. */
const [FIRST, MOST] = [3, 50];

/** Summary of what is broken, with what to do, and of what the caller may not read. */
export function Summary({ topology }: { readonly topology: Topology }): ReactElement {
  const [isWhole, setWhole] = useState(false);
  const problems = problemsOf(topology);
  const shown = problems.slice(0, isWhole ? MOST : FIRST);
  return (
    <Box role="region" aria-label="What is not well">
      {problems.length === 0 ? (
        <Alert severity={topology.application.ready === 'True' ? 'success' : 'info'}>
          {topology.application.message || 'Nothing is broken.'}
        </Alert>
      ) : (
        <Alert severity="error" icon={false} sx={{ '& .MuiAlert-message': { minWidth: 0, width: 1 } }}>
          {shown.map((problem) => (
            <Problem key={`${problem.kind} ${problem.id} ${problem.name}`} problem={problem} />
          ))}
          {problems.length > shown.length && !isWhole && (
            <Button size="small" color="inherit" onClick={() => setWhole(true)}>
              {problems.length - shown.length} more
            </Button>
          )}
        </Alert>
      )}
      <Missing missing={topology.missing} />
    </Box>
  );
}

function Problem({ problem }: { readonly problem: TroubledPart }): ReactElement {
  const { kind, name, health, message, todo } = problem;
  return (
    <Box sx={{ display: 'flex', gap: 1, mb: 0.5, overflowWrap: 'anywhere' }}>
      <HealthIcon health={health} label={health === 'bad' ? 'broken' : 'partly broken'} />
      <Box sx={{ minWidth: 0 }}>
        {kind}{' '}
        <PartLink problem={problem}>
          <bdi>{name}</bdi>
        </PartLink>
        : {message} {todo !== '' && <strong>{todo}</strong>}
      </Box>
    </Box>
  );
}

function PartLink({
  problem: { kind, id },
  children,
}: {
  readonly problem: TroubledPart;
  readonly children: ReactElement;
}): ReactElement {
  const place = useApplicationPlace();
  switch (kind) {
    case 'rule':
      return (
        <PageLink
          to="/teams/$team/$region/apps/$app/rules/$rule"
          params={{ ...place, rule: id }}
          color="inherit"
        >
          {children}
        </PageLink>
      );
    case 'install':
      return (
        <PageLink
          to="/teams/$team/$region/apps/$app/installs/$install"
          params={{ ...place, install: id }}
          color="inherit"
        >
          {children}
        </PageLink>
      );
    case 'component':
      return (
        <PageLink
          to="/teams/$team/$region/apps/$app/components/$component"
          params={{ ...place, component: id }}
          color="inherit"
        >
          {children}
        </PageLink>
      );
  }
}
