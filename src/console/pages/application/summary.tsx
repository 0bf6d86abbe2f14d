import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactElement, useState } from 'react';
import type { Topology } from '../../api/types.ts';
import { HealthIcon } from '../../parts/mark.tsx';
import { Missing } from '../../parts/missing.tsx';
import { PartLink } from '../../parts/partlink.tsx';
import { listed, problemsOf, stoppedOf, type TroubledPart } from './problems.ts';

/** Most problems that the summary shows at first, and at all; the lists have the others. */
const [FIRST, MOST] = [3, 50];

/** Summary of what is broken, with what to do, and of what the caller may not read. */
export function Summary({ topology }: { readonly topology: Topology }): ReactElement {
  const [isWhole, setWhole] = useState(false);
  const problems = problemsOf(topology);
  const shown = problems.slice(0, isWhole ? MOST : FIRST);
  const isBad = problems.some(({ health }) => health === 'bad');
  const { application } = topology;
  const stopped = stoppedOf(topology).map(({ name }) => name);
  return (
    <Box role="region" aria-label="What is not well">
      {problems.length === 0 ? (
        <Alert severity={application.ready === 'True' && stopped.length === 0 ? 'success' : 'info'}>
          {application.message || 'Nothing is broken.'}
          {stopped.length > 0 && ` Stopped: ${listed(stopped)}.`}
        </Alert>
      ) : (
        <Alert
          severity={isBad ? 'error' : 'warning'}
          icon={false}
          sx={{ '& .MuiAlert-message': { minWidth: 0, width: 1 } }}
        >
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
        <PartLink part={problem}>
          <bdi>{name}</bdi>
        </PartLink>
        : {message} {todo !== '' && <strong>{todo}</strong>}
      </Box>
    </Box>
  );
}
