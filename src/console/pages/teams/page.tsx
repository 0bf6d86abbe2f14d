import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import { Away } from '../../parts/away.tsx';
import { FilterField } from '../../parts/choicebar.tsx';
import { Heading } from '../../parts/heading.tsx';
import { Failure, Waiting } from '../../parts/states.tsx';
import { TeamRows } from './rows.tsx';

/** Page of the teams that the caller may see. */
export function Page(): ReactElement {
  const [chosen, setChosen] = useState<string>();
  const [text, setText] = useState('');
  const regions = useQuery({ queryKey: ['regions'], queryFn: () => dataOf(api.GET('/openapi/v1/regions')) });
  if (regions.data === undefined) {
    return regions.isError ? (
      <Failure error={regions.error} onRetry={() => void regions.refetch()} />
    ) : (
      <Waiting what="Asking for regions" />
    );
  }
  const names = regions.data.map(({ region_name }) => region_name);
  const region = chosen ?? names[0] ?? '';
  return (
    <>
      <Heading title="Teams" />
      <Stack direction="row" sx={{ gap: 2, mb: 2, flexWrap: 'wrap' }}>
        <FilterField text={text} onText={setText} />
        {names.length > 1 && (
          <TextField
            select
            label="Region"
            value={region}
            onChange={(event) => setChosen(event.target.value)}
            sx={{ maxWidth: 240 }}
          >
            {names.map((name) => (
              <MenuItem key={name} value={name}>
                {name}
              </MenuItem>
            ))}
          </TextField>
        )}
      </Stack>
      <Teams region={region} text={text} />
    </>
  );
}

/** Teams of a region. */
function Teams({ region, text }: { readonly region: string; readonly text: string }): ReactElement {
  const teams = useQuery({
    queryKey: ['teams', region],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/openapi/v1/teams', {
          params: { query: { page: '1', page_size: '1000', region_name: region } },
          signal,
        }),
      ),
  });
  if (teams.data === undefined) {
    return teams.isError ? (
      <Failure error={teams.error} onRetry={() => void teams.refetch()} />
    ) : (
      <Waiting what="Asking for teams" />
    );
  }
  const { tenants, total } = teams.data;
  const wanted = text.trim().toLowerCase();
  const ids = tenants.map(({ tenant_id }) => tenant_id).filter((id) => id.toLowerCase().includes(wanted));
  return (
    <>
      <Away query={teams} />
      <TeamRows ids={ids} region={region} isFiltered={wanted !== ''} />
      {total > tenants.length && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          The first {tenants.length} of {total} teams.
        </Typography>
      )}
    </>
  );
}
