import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Pagination from '@mui/material/Pagination';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactElement, useState } from 'react';
import type { Place } from '../../api/live.ts';
import type { Store, StorePage } from '../../api/records.ts';
import { PAGE_SIZE, useStorePage } from '../../api/store.ts';
import { Section } from '../../parts/section.tsx';
import { Empty, Failure, Waiting } from '../../parts/states.tsx';
import { useSettled } from '../../parts/usesettled.ts';
import type { InstallForm } from './form.ts';

type Choose = (change: Pick<InstallForm, 'app' | 'version'>) => void;

/** What a store offers, to choose one of it; by its name where the store has no list. */
export function Offer({
  place,
  store,
  app,
  onChoose,
}: {
  readonly place: Place;
  readonly store: Store;
  readonly app: string;
  readonly onChoose: Choose;
}): ReactElement {
  return (
    <Section title="What to install">
      {store.type === 'oci' ? (
        <Typography color="textSecondary" sx={{ mb: 1.5 }}>
          A registry has no list of applications: name one.
        </Typography>
      ) : (
        <Browser key={JSON.stringify(store)} place={place} store={store} app={app} onChoose={onChoose} />
      )}
      <TextField
        label="Name"
        value={app}
        onChange={({ target }) => onChoose({ app: target.value, version: '' })}
        helperText={`Name of the ${store.type === 'helm' ? 'chart' : 'application (application model)'}, as the store spells it.`}
      />
    </Section>
  );
}

function Browser({
  place,
  store,
  app,
  onChoose,
}: {
  readonly place: Place;
  readonly store: Store;
  readonly app: string;
  readonly onChoose: Choose;
}): ReactElement {
  const [typed, setTyped] = useState('');
  const query = useSettled(typed);
  // Another search begins at its first page.
  const [turned, setTurned] = useState({ query: '', page: 1 });
  const found = useStorePage(place, store, turned.query === query ? turned : { query, page: 1 });
  return (
    <Box sx={{ mb: 1.5 }}>
      <TextField
        label="Search"
        type="search"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {found.isLoading && <Waiting what="Asking the store" />}
      {found.isError && <Failure error={found.error} onRetry={() => void found.refetch()} />}
      {found.data !== undefined && (
        <Found
          found={found.data}
          app={app}
          onChoose={onChoose}
          onPage={(page) => setTurned({ query, page })}
        />
      )}
    </Box>
  );
}

function Found({
  found,
  app,
  onChoose,
  onPage,
}: {
  readonly found: StorePage;
  readonly app: string;
  readonly onChoose: Choose;
  readonly onPage: (page: number) => void;
}): ReactElement {
  const { apps } = found;
  if (found.total === 0) {
    return <Empty>The store shows nothing with this name. What it does not list can be named below.</Empty>;
  }
  return (
    <>
      <List aria-label="What the store offers" dense sx={{ maxHeight: 380, overflow: 'auto' }}>
        {apps.map(({ app_model_id, app_model_name, version, desc }) => (
          <li key={app_model_id}>
            <ListItemButton
              selected={app === app_model_id}
              aria-pressed={app === app_model_id}
              onClick={() => onChoose({ app: app_model_id, version })}
            >
              <ListItemText
                primary={
                  <>
                    <bdi>{app_model_name}</bdi> <bdi>{version}</bdi>
                  </>
                }
                secondary={<bdi>{desc}</bdi>}
                sx={{ overflowWrap: 'anywhere' }}
              />
            </ListItemButton>
          </li>
        ))}
      </List>
      {found.total > PAGE_SIZE && (
        <Pagination
          count={Math.ceil(found.total / PAGE_SIZE)}
          page={found.page}
          onChange={(_event, page) => onPage(page)}
        />
      )}
    </>
  );
}
