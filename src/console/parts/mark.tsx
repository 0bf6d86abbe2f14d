import { mdiAlert, mdiCheckCircle, mdiCircleOutline, mdiCloseOctagon, mdiProgressClock } from '@mdi/js';
import Chip from '@mui/material/Chip';
import SvgIcon from '@mui/material/SvgIcon';
import type { ReactElement } from 'react';
import type { Health } from './health.ts';

const SHAPES = {
  good: { path: mdiCheckCircle, color: 'success' },
  bad: { path: mdiCloseOctagon, color: 'error' },
  warning: { path: mdiAlert, color: 'warning' },
  busy: { path: mdiProgressClock, color: 'info' },
  off: { path: mdiCircleOutline, color: 'disabled' },
} as const;

/** Icon of a state. */
export function HealthIcon({
  health,
  label,
}: {
  readonly health: Health;
  readonly label?: string;
}): ReactElement {
  const { path, color } = SHAPES[health];
  return (
    <SvgIcon fontSize="small" color={color} titleAccess={label} aria-hidden={label === undefined}>
      <path d={path} />
    </SvgIcon>
  );
}

/** Icon and word of a state. */
export function HealthChip({
  health,
  children,
}: {
  readonly health: Health;
  readonly children: string;
}): ReactElement {
  return <Chip size="small" variant="outlined" icon={<HealthIcon health={health} />} label={children} />;
}
