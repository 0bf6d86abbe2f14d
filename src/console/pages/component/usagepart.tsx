import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { useApplicationPlace } from '../../api/place.ts';
import type { Component, Rule } from '../../api/types.ts';
import { Empty, textOf, Waiting } from '../../parts/states.tsx';
import { type Mark, marksOf } from './marks.ts';
import { SPANS, type Span } from './series.ts';
import { type UsageOverTime, useHistory, useUsageOverTime } from './usage.ts';

const Charts = lazy(async () => ({ default: (await import('./charts.tsx')).Charts }));

/** Usage of a component over a time that one chooses. */
export function UsagePart({
  component: { service_id, install_id },
  rules,
}: {
  readonly component: Component;
  readonly rules: readonly Rule[];
}): ReactElement {
  const place = useApplicationPlace();
  const [span, setSpan] = useState<Span>('15 min');
  const usage = useUsageOverTime({ ...place, component: service_id, install: install_id }, span);
  const history = useHistory({ ...place, install: install_id });
  return (
    <Box component="section" aria-label="Usage">
      <Stack direction="row" sx={{ gap: 2, mb: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h6" component="h2">
          Usage
        </Typography>
        <ToggleButtonGroup
          size="small"
          exclusive
          value={span}
          onChange={(_event, next: Span | null) => setSpan(next ?? span)}
          aria-label="Time"
        >
          {(Object.keys(SPANS) as Span[]).map((each) => (
            <ToggleButton key={each} value={each} sx={{ textTransform: 'none', color: 'text.primary' }}>
              {each}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Stack>
      {usage.isError && <Alert severity="info">No figures: {textOf(usage.error)}</Alert>}
      {usage.data === undefined ? (
        !usage.isError && <Waiting what="Asking for figures" />
      ) : (
        <Figures usage={usage.data} marks={marksOf(history, rules, usage.data.range)} />
      )}
    </Box>
  );
}

function Figures({
  usage,
  marks,
}: {
  readonly usage: UsageOverTime;
  readonly marks: readonly Mark[];
}): ReactElement {
  if (usage.series.length === 0) {
    return <Empty>Nothing is measured of this component.</Empty>;
  }
  return (
    <Suspense fallback={<Waiting />}>
      <Charts usage={usage} marks={marks} />
      {marks.length > 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          Lines mark changes:{' '}
          {marks.map(({ at, text }) => `${new Date(at).toLocaleTimeString()} ${text}`).join('; ')}.
        </Typography>
      )}
      {!usage.series.some(({ item }) => item === 'cpu' || item === 'memory') && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          CPU and memory need two items in the configuration: docs/monitoring.md has them.
        </Typography>
      )}
    </Suspense>
  );
}
