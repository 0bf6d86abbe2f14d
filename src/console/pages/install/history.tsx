import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';
import type { InstallRecord } from '../../api/records.ts';
import { HealthIcon } from '../../parts/mark.tsx';
import { Section } from '../../parts/section.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import type { VersionChange } from './change.ts';
import { historyOf } from './words.ts';

/** Versions that an install has had, and the way back to them. */
export function History({
  record,
  onChange,
}: {
  readonly record: InstallRecord;
  /** Undefined where the caller may not go back. */
  readonly onChange: ((change: VersionChange) => void) | undefined;
}): ReactElement {
  const entries = historyOf(record);
  return (
    <Section title="History">
      {entries.length === 0 && <Empty>No version has been rolled out yet.</Empty>}
      <Box component="ul" sx={{ m: 0, p: 0, display: 'grid', gap: 1 }}>
        {entries.map(({ id, version, time, health, outcome, mayReturn }) => (
          <Box
            key={id}
            component="li"
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}
          >
            <HealthIcon health={health} />
            <Typography component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
              <bdi>{version}</bdi>
            </Typography>
            <Typography component="span" sx={{ flexGrow: 1 }}>
              {outcome}
            </Typography>
            <Typography component="span" variant="body2" color="textSecondary">
              <Time time={time} />
            </Typography>
            {mayReturn && onChange !== undefined && (
              <Button size="small" onClick={() => onChange({ way: 'rollback', version })}>
                Go back to {version}
              </Button>
            )}
          </Box>
        ))}
      </Box>
    </Section>
  );
}
