import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactElement, type ReactNode, useState } from 'react';
import type { Health } from './health.ts';
import { HealthIcon } from './mark.tsx';
import { Empty } from './states.tsx';

/** Number of rows that a list shows at first, and that are added at a time. */
const STEP = 25;

/** List of many things, of which it shows some at a time. */
export function Rows<T>({
  items,
  label,
  idOf,
  empty,
  children,
}: {
  readonly items: readonly T[];
  readonly label: string;
  readonly idOf: (item: T) => string;
  /** What to say where there is nothing. */
  readonly empty: ReactNode;
  readonly children: (item: T) => ReactNode;
}): ReactElement {
  const [most, setMost] = useState(STEP);
  if (items.length === 0) {
    return (
      <Paper>
        <Empty>{empty}</Empty>
      </Paper>
    );
  }
  return (
    <Paper>
      <List aria-label={label} disablePadding>
        {items.slice(0, most).map((item) => (
          <ListItem key={idOf(item)} divider>
            {children(item)}
          </ListItem>
        ))}
      </List>
      {items.length > most && (
        <Box sx={{ p: 1, textAlign: 'center' }}>
          <Button onClick={() => setMost(most + STEP)}>
            Show more of the {items.length} ({items.length - most} left)
          </Button>
        </Box>
      )}
    </Paper>
  );
}

/** Row of a list: state, name, what there is to say, and figures at the end, below each other on a phone. */
export function Row({
  health,
  state,
  name,
  children,
  end,
}: {
  /** Health of it; undefined where it has none. */
  readonly health: Health | undefined;
  /** State in a word, for those who do not see its icon. */
  readonly state: string;
  /** Name, most often a link. */
  readonly name: ReactNode;
  readonly children?: ReactNode;
  readonly end?: ReactNode;
}): ReactElement {
  return (
    <Stack
      direction={{ xs: 'column', sm: 'row' }}
      sx={{ width: 1, gap: 1, alignItems: { sm: 'center' }, minWidth: 0 }}
    >
      <Stack direction="row" sx={{ gap: 1.5, flexGrow: 1, minWidth: 0, alignItems: 'flex-start' }}>
        {health !== undefined && <HealthIcon health={health} label={state} />}
        <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {name}
          <Typography variant="body2" color="textSecondary" component="div">
            {children}
          </Typography>
        </Box>
      </Stack>
      <Stack
        direction="row"
        sx={{ gap: 1, flexShrink: 0, flexWrap: 'wrap', alignItems: 'center', pl: { xs: 4, sm: 0 } }}
      >
        {end}
      </Stack>
    </Stack>
  );
}
