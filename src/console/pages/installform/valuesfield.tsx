import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';
import type { StoreApp } from '../../api/records.ts';
import { Code } from '../../parts/write/preview.tsx';
import type { ReadValues } from './values.ts';

/** Values as they are typed. */
export interface TypedValues {
  readonly text: string;
  readonly read: ReadValues | undefined;
  readonly onChange: (text: string) => void;
}

/** Field for the values of a chart, beside those that the chart has by itself. */
export function Values({
  typed: { text, read, onChange },
  defaults,
}: {
  readonly typed: TypedValues;
  readonly defaults: NonNullable<StoreApp['values']> | undefined;
}): ReactElement {
  const isWrong = read?.type === 'wrong';
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      <div>
        <TextField
          label="Values"
          multiline
          minRows={8}
          maxRows={24}
          value={text}
          onChange={({ target }) => onChange(target.value)}
          error={isWrong}
          slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: 'monospace', fontSize: 13 } } }}
          helperText="YAML over the values of the chart; only what differs."
        />
        {read?.type === 'wrong' && <Fault fault={read} />}
      </div>
      {defaults !== undefined && <Defaults defaults={defaults} />}
    </Box>
  );
}

function Fault({ fault }: { readonly fault: Extract<ReadValues, { type: 'wrong' }> }): ReactElement {
  return (
    <Alert severity="error" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
      {fault.line > 0 && `Line ${fault.line}: `}
      {fault.message}
      {fault.text !== '' && (
        <Box component="pre" sx={{ m: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {fault.text}
        </Box>
      )}
    </Alert>
  );
}

function Defaults({ defaults }: { readonly defaults: NonNullable<StoreApp['values']> }): ReactElement {
  return (
    <Box sx={{ minWidth: 0 }}>
      {defaults.required.length > 0 && (
        <Alert severity="info" sx={{ mb: 1 }}>
          The chart needs: {defaults.required.join(', ')}
        </Alert>
      )}
      <Typography variant="body2" color="textSecondary">
        Values of the chart {defaults.version}
        {defaults.cut && ', the first 128 KiB'}
      </Typography>
      <Code>{defaults.text}</Code>
    </Box>
  );
}
