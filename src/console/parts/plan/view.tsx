import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactElement, useState } from 'react';
import { HealthChip } from '../mark.tsx';
import { Diff } from '../write/preview.tsx';
import { groupsOf, type InstallPlan, type PlannedObject, powersOf, summaryOf } from './plan.ts';

/** Plan of an install: what is in its way, what it does, and what its version can do. */
export function PlanView({ plan }: { readonly plan: InstallPlan }): ReactElement {
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      {plan.problems.length > 0 && (
        <Alert severity="error">
          {plan.problems.map((problem) => (
            <div key={problem}>It cannot be applied now: {problem}</div>
          ))}
        </Alert>
      )}
      <Typography role="status">
        Version <bdi>{plan.app_model_version}</bdi>: {summaryOf(plan.counts)}
      </Typography>
      <Objects plan={plan} />
      <Powers plan={plan} />
      <NotApplied entries={plan.not_applied} />
    </Box>
  );
}

function Objects({ plan }: { readonly plan: InstallPlan }): ReactElement {
  return (
    <>
      {groupsOf(plan).map(({ action, title, objects, more }) => (
        <div key={action}>
          <Typography variant="subtitle2" component="h3">
            {title}
          </Typography>
          {objects.map((object) => (
            <PlannedRow key={`${object.group} ${object.kind} ${object.name}`} object={object} />
          ))}
          {more > 0 && (
            <Typography variant="body2" color="textSecondary">
              and {more} more
            </Typography>
          )}
        </div>
      ))}
    </>
  );
}

/** Object of a plan; its difference is there as soon as somebody opens it. */
function PlannedRow({ object: { kind, name, diff } }: { readonly object: PlannedObject }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const title = (
    <Typography component="span" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
      {kind} <bdi>{name}</bdi>
    </Typography>
  );
  if (diff === '') {
    return <Box sx={{ pl: 2 }}>{title}</Box>;
  }
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && <Diff text={diff} />}
    </details>
  );
}

function Powers({ plan }: { readonly plan: InstallPlan }): ReactElement | null {
  const powers = powersOf(plan.powers);
  if (powers.length === 0) {
    return null;
  }
  return (
    <div>
      <Typography variant="subtitle2" component="h3">
        What this version can do
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {powers.map(({ topic, text, isNew }) => (
          <Typography key={topic + text} component="li" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {isNew && <HealthChip health="warning">new</HealthChip>} {topic}: <bdi>{text}</bdi>
          </Typography>
        ))}
      </Box>
    </div>
  );
}

/** Parts of a model that have no effect here, each with the reason. */
export function NotApplied({
  entries,
}: {
  readonly entries: InstallPlan['not_applied'];
}): ReactElement | null {
  if (entries.length === 0) {
    return null;
  }
  return (
    <div>
      <Typography variant="subtitle2" component="h3">
        Without effect here
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {entries.map(({ path, why }) => (
          <Typography key={path + why} component="li" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            <code>{path}</code>: {why}
          </Typography>
        ))}
      </Box>
    </div>
  );
}
