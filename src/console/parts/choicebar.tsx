import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import type { ReactElement, ReactNode } from 'react';

/** Field for the text that shown things must have. */
export function FilterField({
  text,
  onText,
}: {
  readonly text: string;
  readonly onText: (text: string) => void;
}): ReactElement {
  return (
    <TextField
      label="Filter"
      type="search"
      value={text}
      onChange={(event) => onText(event.target.value)}
      sx={{ maxWidth: 320 }}
    />
  );
}

/** Filter by text, and a switch for what is not well. */
export function ChoiceBar({
  text,
  onText,
  onlyTrouble,
  onOnlyTrouble,
  children,
}: {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onlyTrouble: boolean;
  readonly onOnlyTrouble: (only: boolean) => void;
  readonly children?: ReactNode;
}): ReactElement {
  return (
    <Stack direction="row" sx={{ gap: 2, my: 2, flexWrap: 'wrap', alignItems: 'center' }}>
      <FilterField text={text} onText={onText} />
      <FormControlLabel
        control={<Switch checked={onlyTrouble} onChange={(_event, checked) => onOnlyTrouble(checked)} />}
        label="Only what is not well"
      />
      {children}
    </Stack>
  );
}
