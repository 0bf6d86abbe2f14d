import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import type { ReactElement } from 'react';

/** Field for a version: one of those that are known, or another one. */
export function VersionField({
  versions,
  value,
  onChange,
}: {
  readonly versions: readonly string[];
  readonly value: string;
  readonly onChange: (version: string) => void;
}): ReactElement {
  return (
    <Autocomplete
      freeSolo
      disableClearable
      options={[...new Set(versions)]}
      inputValue={value}
      onInputChange={(_event, next) => onChange(next)}
      // Somebody who opens the list wants to see all, not those like the present one.
      filterOptions={(options) => options}
      renderInput={(params) => <TextField {...params} label="Version" />}
    />
  );
}
