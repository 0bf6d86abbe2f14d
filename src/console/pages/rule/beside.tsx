import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { ApplicationPlace } from '../../api/topology.ts';
import type { Rule } from '../../api/types.ts';
import { fareOfRule } from '../../parts/health.ts';
import { HealthIcon } from '../../parts/mark.tsx';
import { besides, rivalOf } from './words.ts';

/** Number of other rules that are shown. */
const MOST = 50;

/** Other rules of the application for the same host and path. */
export function Beside({
  rule,
  rules,
  place,
}: {
  readonly rule: Rule;
  readonly rules: readonly Rule[];
  readonly place: ApplicationPlace;
}): ReactElement {
  const others = besides(rule, rules);
  if (others.length === 0) {
    const rival = rivalOf(rule);
    return (
      <Typography color="textSecondary">
        {rival === '' ? '' : `${rival} `}
        No other rule of this application is for the same requests.
      </Typography>
    );
  }
  return (
    <>
      <List dense disablePadding>
        {others.slice(0, MOST).map((each) => (
          <Other key={each.rule_id} rule={each} place={place} />
        ))}
      </List>
      {others.length > MOST && <Typography>and {others.length - MOST} more</Typography>}
    </>
  );
}

function Other({
  rule,
  place: { team, region, app },
}: {
  readonly rule: Rule;
  readonly place: ApplicationPlace;
}): ReactElement {
  const { rule_id, name, service_id, weight, summary } = rule;
  const [health, word] = fareOfRule(rule);
  const to = '/teams/$team/$region/apps/$app/rules/$rule';
  return (
    <ListItem disableGutters>
      <ListItemIcon sx={{ minWidth: 32 }}>
        <HealthIcon health={health} label={word} />
      </ListItemIcon>
      <ListItemText
        sx={{ overflowWrap: 'anywhere' }}
        primary={
          <Link to={to} params={{ team, region, app, rule: rule_id }}>
            <bdi>{name}</bdi>
          </Link>
        }
        secondary={
          <>
            to <bdi>{service_id}</bdi>, weight {weight}
            {summary === '' ? '' : `, conditions: ${summary}`}
          </>
        }
      />
    </ListItem>
  );
}
