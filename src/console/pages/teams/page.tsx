import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { api, dataOf } from '../../api/client.ts';
import { Empty, Failure, Waiting } from '../../parts/states.tsx';

/** Page of the teams that the caller may see. */
export function Page(): ReactElement {
  const navigate = useNavigate();
  const teams = useQuery({
    queryKey: ['teams'],
    queryFn: () =>
      dataOf(api.GET('/openapi/v1/teams', { params: { query: { page: '1', page_size: '1000' } } })),
  });
  const regions = useQuery({ queryKey: ['regions'], queryFn: () => dataOf(api.GET('/openapi/v1/regions')) });
  if (teams.isPending || regions.isPending) {
    return <Waiting what="Asking for teams" />;
  }
  if (teams.isError || regions.isError) {
    return <Failure error={teams.error ?? regions.error} onRetry={() => void teams.refetch()} />;
  }
  const region = regions.data[0]?.region_name ?? '';
  return (
    <>
      <Typography variant="h5" component="h1" gutterBottom>
        Teams
      </Typography>
      <Paper>
        <List>
          {teams.data.tenants.map(({ tenant_name }) => (
            <ListItemButton
              key={tenant_name}
              onClick={() =>
                void navigate({ to: '/teams/$team/$region', params: { team: tenant_name, region } })
              }
            >
              <ListItemText primary={<bdi>{tenant_name}</bdi>} />
            </ListItemButton>
          ))}
        </List>
        {teams.data.tenants.length === 0 && (
          <Empty>
            Your token may list the applications of no team: ask for the role stoa-view in a namespace.
          </Empty>
        )}
      </Paper>
    </>
  );
}
