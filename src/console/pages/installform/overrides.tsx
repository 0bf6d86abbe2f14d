import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';
import { EMPTY_ROW, type OverrideRow } from './form.ts';

/** Most components that the form overrides; more is for kubectl. */
const MAX_ROWS = 50;

/** What components have in place of what the model says. */
export function Overrides({
  rows,
  onChange,
}: {
  readonly rows: readonly OverrideRow[];
  readonly onChange: (rows: readonly OverrideRow[]) => void;
}): ReactElement {
  const edit = (at: number, change: Partial<OverrideRow>) =>
    onChange(rows.map((row, each) => (each === at ? { ...row, ...change } : row)));
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      {rows.length > 0 && (
        <Typography variant="subtitle2" component="h3">
          Overrides
        </Typography>
      )}
      {rows.map((row, at) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
          key={at}
          row={row}
          onEdit={(change) => edit(at, change)}
          onRemove={() => onChange(rows.filter((_, each) => each !== at))}
        />
      ))}
      <Button
        sx={{ justifySelf: 'start' }}
        disabled={rows.length >= MAX_ROWS}
        onClick={() => onChange([...rows, EMPTY_ROW])}
      >
        Override a component
      </Button>
    </Box>
  );
}

const FIELDS = [
  ['component', 'Component'],
  ['replicas', 'Pods'],
  ['imageTag', 'Image tag'],
  ['cpu', 'CPU limit'],
  ['memory', 'Memory limit'],
] as const;

function Row({
  row,
  onEdit,
  onRemove,
}: {
  readonly row: OverrideRow;
  readonly onEdit: (change: Partial<OverrideRow>) => void;
  readonly onRemove: () => void;
}): ReactElement {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 140px), 1fr))',
        borderLeft: 2,
        borderColor: 'divider',
        pl: 1.5,
      }}
    >
      {FIELDS.map(([name, label]) => (
        <TextField
          key={name}
          label={label}
          value={row[name]}
          onChange={({ target }) => onEdit({ [name]: target.value })}
        />
      ))}
      <TextField
        label="Envs, one NAME=value a line"
        multiline
        value={row.envs}
        onChange={({ target }) => onEdit({ envs: target.value })}
        sx={{ gridColumn: '1 / -1' }}
      />
      <Button onClick={onRemove}>Remove</Button>
    </Box>
  );
}
