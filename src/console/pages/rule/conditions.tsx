import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';
import { HealthIcon } from '../../parts/mark.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { healthOfCondition, meaningOf, type RuleCondition } from './words.ts';

/** Conditions of a rule in plain words, each with why it is so and what to do. */
export function Conditions({ conditions }: { readonly conditions: readonly RuleCondition[] }): ReactElement {
  if (conditions.length === 0) {
    return <Empty>The operator has not looked at the rule yet.</Empty>;
  }
  return (
    <List dense disablePadding>
      {conditions.map((condition) => (
        <ConditionItem key={condition.type} condition={condition} />
      ))}
    </List>
  );
}

function ConditionItem({ condition }: { readonly condition: RuleCondition }): ReactElement {
  const { type, status, reason, message, since, todo } = condition;
  return (
    <ListItem disableGutters alignItems="flex-start">
      <ListItemIcon sx={{ minWidth: 32 }}>
        <HealthIcon health={healthOfCondition(condition)} label={`${type} is ${status}`} />
      </ListItemIcon>
      <ListItemText
        sx={{ overflowWrap: 'anywhere' }}
        primary={
          <>
            {meaningOf(condition)}{' '}
            <Typography component="span" variant="caption" color="textSecondary">
              {type}: {reason}
            </Typography>
          </>
        }
        secondary={
          <>
            <bdi>{message}</bdi>
            {since !== '' && (
              <Box component="span" sx={{ display: 'block' }}>
                Since <Time time={since} />
              </Box>
            )}
            {todo !== '' && (
              <Box component="span" sx={{ display: 'block' }}>
                <strong>What to do:</strong> {todo}
              </Box>
            )}
          </>
        }
      />
    </ListItem>
  );
}
