import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { ApplicationPlace } from '../../api/topology.ts';
import type { Rule } from '../../api/types.ts';
import { healthOfRule } from '../../parts/health.ts';
import { HealthIcon } from '../../parts/mark.tsx';
import { besides } from './words.ts';

/** Number of other rules that are shown. */
const MOST = 50;

/** Other rules of the application for the same host and path. */
export function Beside({
  rule,
  rules,
  place: { team, region, app },
}: {
  readonly rule: Rule;
  readonly rules: readonly Rule[];
  readonly place: ApplicationPlace;
}): ReactElement {
  const others = besides(rule, rules);
  if (others.length === 0) {
    return (
      <Typography color="text.secondary">
        No other rule of this application has this host and path.
      </Typography>
    );
  }
  const to = '/teams/$team/$region/apps/$app/rules/$rule';
  return (
    <>
      <List dense disablePadding>
        {others.slice(0, MOST).map((each) => (
          <ListItem key={each.rule_id} disableGutters>
            <ListItemIcon sx={{ minWidth: 32 }}>
              <HealthIcon health={healthOfRule(each)} label={`Ready is ${each.ready}`} />
            </ListItemIcon>
            <ListItemText
              sx={{ overflowWrap: 'anywhere' }}
              primary={
                <Link to={to} params={{ team, region, app, rule: each.rule_id }}>
                  <bdi>{each.name}</bdi>
                </Link>
              }
              secondary={
                <>
                  to <bdi>{each.service_id}</bdi>, weight {each.weight}
                  {each.summary === '' ? '' : `, conditions: ${each.summary}`}
                </>
              }
            />
          </ListItem>
        ))}
      </List>
      {others.length > MOST && <Typography>and {others.length - MOST} more</Typography>}
    </>
  );
}
