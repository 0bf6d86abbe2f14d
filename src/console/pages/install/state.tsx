import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';
import type { InstallRecord } from '../../api/records.ts';
import type { Install } from '../../api/types.ts';
import { NotApplied } from '../../parts/plan/view.tsx';
import { Section } from '../../parts/section.tsx';

/** State of an install: how it fares and why, what to do, and where it comes from. */
export function State({
  record,
  told,
}: {
  readonly record: InstallRecord;
  readonly told: Install | undefined;
}): ReactElement {
  return (
    <Section title="State">
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          {record.message || 'The operator has not seen it yet.'}
        </Typography>
        {told !== undefined && told.todo !== '' && (
          <Alert severity={told.ready === 'False' ? 'warning' : 'info'}>{told.todo}</Alert>
        )}
        {told !== undefined && told.managed_by !== '' && (
          <Alert severity="info">
            {told.managed_by} keeps this install as its sources say: change it there.
          </Alert>
        )}
        <Origin record={record} />
        <NotApplied entries={record.not_applied} />
      </Box>
    </Section>
  );
}

const KINDS: Readonly<Record<string, string>> = {
  helm: 'Helm chart',
  oci: 'whole application in a registry (application model)',
};

function Origin({ record }: { readonly record: InstallRecord }): ReactElement {
  const facts: readonly (readonly [string, string])[] = [
    ['Name (MarketInstall)', record.name],
    ['In place', record.serving_version || 'no version yet'],
    ['Kind', KINDS[record.market_type] ?? 'whole application (application model)'],
    ['Store', record.market_url],
    ...(record.market_domain === '' ? [] : ([['Publisher (tenant)', record.market_domain]] as const)),
    ['Runs', record.is_deploy ? 'yes' : 'no: its components have no pods'],
  ];
  return (
    <Box
      component="dl"
      sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 2, rowGap: 0.5 }}
    >
      {facts.map(([name, value]) => (
        <Box key={name} sx={{ display: 'contents' }}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {name}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            <bdi>{value}</bdi>
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
