import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import type { InstallPlace } from '../../api/installs.ts';
import type { InstallRecord } from '../../api/records.ts';
import { HealthChip, HealthIcon } from '../../parts/mark.tsx';
import { Section } from '../../parts/section.tsx';
import { Empty } from '../../parts/states.tsx';
import { progressOf, shareOf, type Wave, wavesOf } from './words.ts';

/** Number of components of a wave that are shown before somebody asks for all. */
const MAX_SHOWN = 40;

/** Roll-out of an install: its waves, and the components of each. */
export function Waves({
  place,
  record,
}: {
  readonly place: InstallPlace;
  readonly record: InstallRecord;
}): ReactElement {
  const [ready, all] = shareOf(record.components_ready) ?? [0, 0];
  const waves = wavesOf(record);
  return (
    <Section title="Roll-out">
      <Typography role="status" sx={{ '&::first-letter': { textTransform: 'uppercase' } }}>
        {progressOf(record)}
      </Typography>
      {all > 0 && (
        <LinearProgress
          variant="determinate"
          value={(100 * ready) / all}
          color={ready === all ? 'success' : 'primary'}
          aria-label="Components that are ready"
          sx={{ my: 1 }}
        />
      )}
      {waves.length === 0 && <Empty>The components are not planned yet.</Empty>}
      {waves.map((wave) => (
        <WaveRow key={wave.number} place={place} wave={wave} of={waves.length} />
      ))}
    </Section>
  );
}

const STATES = {
  done: ['good', 'done'],
  running: ['busy', 'rolling out'],
  waiting: ['off', 'waits'],
} as const;

function WaveRow({
  place: { team, region, app },
  wave,
  of,
}: {
  readonly place: InstallPlace;
  readonly wave: Wave;
  readonly of: number;
}): ReactElement {
  const [showsAll, setShowsAll] = useState(false);
  const [health, word] = STATES[wave.state];
  const shown = showsAll ? wave.components : wave.components.slice(0, MAX_SHOWN);
  return (
    <Box sx={{ mt: 1.5 }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        <Typography variant="subtitle2" component="h3">
          Wave {wave.number} of {of}
        </Typography>
        <HealthChip health={health}>{word}</HealthChip>
      </Box>
      <Box component="ul" sx={{ m: 0, mt: 0.5, p: 0, display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        {shown.map(({ service_id, service_cname, ready }) => (
          <Box key={service_id} component="li" sx={{ display: 'flex', gap: 0.5, minWidth: 0 }}>
            <HealthIcon health={ready ? 'good' : 'busy'} label={ready ? 'ready' : 'not ready'} />
            <Link
              to="/teams/$team/$region/apps/$app/components/$component"
              params={{ team, region, app, component: service_id }}
              style={{ overflowWrap: 'anywhere' }}
            >
              <bdi>{service_cname}</bdi>
            </Link>
          </Box>
        ))}
      </Box>
      {shown.length < wave.components.length && (
        <Button onClick={() => setShowsAll(true)}>Show all {wave.components.length}</Button>
      )}
    </Box>
  );
}
