import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { rulesPath } from '../../api/rules.ts';
import type { ApplicationPlace } from '../../api/topology.ts';
import type { Rule, Topology } from '../../api/types.ts';
import { ConfirmWrite } from '../../parts/confirmwrite.tsx';
import { titleOf, whatFollows } from './words.ts';

/** What the caller may do with a rule, where no tool would undo it. */
export function RuleActions({
  rule,
  topology: {
    rules,
    may: { rules: may },
  },
  place,
}: {
  readonly rule: Rule;
  readonly topology: Topology;
  readonly place: ApplicationPlace;
}): ReactElement | null {
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const { rule_id, managed_by } = rule;
  if (managed_by !== '') {
    return null;
  }
  const { team, region, app } = place;
  const params = { team, region, app, rule: rule_id };
  return (
    <Stack direction="row" spacing={1}>
      {may.edit && (
        <Button
          variant="outlined"
          onClick={() => void navigate({ to: '/teams/$team/$region/apps/$app/rules/$rule/edit', params })}
        >
          Edit
        </Button>
      )}
      {may.delete && (
        <Button variant="outlined" color="error" onClick={() => setDeleting(true)}>
          Delete
        </Button>
      )}
      {isDeleting && (
        <ConfirmWrite
          title={`Delete the rule for ${titleOf(rule)}?`}
          action="Delete the rule"
          write={{ method: 'DELETE', path: `${rulesPath(place)}/${rule_id}` }}
          onClose={() => setDeleting(false)}
          onDone={() =>
            void navigate({ to: '/teams/$team/$region/apps/$app', params: { team, region, app } })
          }
        >
          <Typography gutterBottom sx={{ overflowWrap: 'anywhere' }}>
            {whatFollows(rule, rules)}
          </Typography>
        </ConfirmWrite>
      )}
    </Stack>
  );
}
