import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import type { Write } from '../../api/send.ts';
import { textOf, Waiting } from '../states.tsx';
import { Code } from '../write/preview.tsx';
import { curlOf } from '../write/text.ts';
import type { AskedPlan } from './useplan.ts';
import { PlanView } from './view.tsx';

const VIEWS = ['Plan', 'YAML', 'curl'] as const;

/** What a change of an install is about to do: its plan, and the same change by the other two doors. */
export function PlanPreview({
  asked,
  write,
  manifest,
}: {
  readonly asked: AskedPlan;
  /** The write that the plan is of, without secrets. */
  readonly write: Write | undefined;
  /** Object that kubectl would apply. */
  readonly manifest: unknown;
}): ReactElement {
  const [view, setView] = useState<(typeof VIEWS)[number]>('Plan');
  return (
    <Box sx={{ minWidth: 0 }}>
      <Tabs value={view} onChange={(_event, next) => setView(next)} aria-label="Form of what this will do">
        {VIEWS.map((each) => (
          <Tab key={each} value={each} label={each} />
        ))}
      </Tabs>
      <Box sx={{ mt: 2 }}>
        {view === 'Plan' && <Answer asked={asked} />}
        {view === 'YAML' && <Yaml value={manifest} />}
        {view === 'curl' && <Code>{write === undefined ? '' : curlOf(write)}</Code>}
      </Box>
    </Box>
  );
}

function Answer({ asked: { plan, error, isAsking } }: { readonly asked: AskedPlan }): ReactElement {
  if (isAsking) {
    return <Waiting what="Planning, which may take some seconds" />;
  }
  if (error !== undefined) {
    return <Refusal error={error} />;
  }
  return plan === undefined ? (
    <Typography color="textSecondary">No plan yet.</Typography>
  ) : (
    <PlanView plan={plan} />
  );
}

/** Why the API refuses a change of an install, by its fields where it names them. */
export function Refusal({ error }: { readonly error: unknown }): ReactElement {
  const fields = error instanceof ApiError ? error.fields : [];
  return (
    <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
      {fields.length === 0
        ? textOf(error)
        : fields.map(({ field, message }) => <div key={field + message}>{`${field}: ${message}`}</div>)}
    </Alert>
  );
}

/** Value as YAML; its writer is loaded when it is needed. */
export function Yaml({ value }: { readonly value: unknown }): ReactElement {
  const text = useQuery({
    queryKey: ['yaml', value],
    queryFn: async () => (await import('yaml')).stringify(value),
    gcTime: 0,
  });
  return <Code>{text.data ?? ''}</Code>;
}
