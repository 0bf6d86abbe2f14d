import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';
import type { Place } from '../../api/live.ts';
import type { Store } from '../../api/records.ts';
import { useStoreApp } from '../../api/store.ts';
import { Section } from '../../parts/section.tsx';
import { Failure } from '../../parts/states.tsx';
import { VersionField } from '../../parts/versionfield.tsx';
import type { InstallForm } from './form.ts';
import { Overrides } from './overrides.tsx';
import { type TypedValues, Values } from './valuesfield.tsx';

/** Version of what is installed, and how it is installed. */
export function VersionAndSettings({
  place,
  store,
  form,
  values,
  onEdit,
}: {
  readonly place: Place;
  readonly store: Store;
  readonly form: InstallForm;
  readonly values: TypedValues;
  readonly onEdit: (change: Partial<InstallForm>) => void;
}): ReactElement {
  const shown = useStoreApp(place, store, { app: form.app, version: form.version });
  return (
    <Section title="Version and settings">
      <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
        {shown.isError && <Failure error={shown.error} onRetry={() => void shown.refetch()} />}
        {shown.data !== undefined && shown.data.desc !== '' && (
          <Typography sx={{ overflowWrap: 'anywhere' }}>
            <bdi>{shown.data.desc}</bdi>
          </Typography>
        )}
        <VersionField
          versions={shown.data?.versions ?? []}
          value={form.version}
          onChange={(version) => onEdit({ version: version.trim() })}
        />
        {store.type === 'helm' ? (
          <>
            {shown.data !== undefined && shown.data.problem !== '' && (
              <Alert severity="warning">The values of the chart are not known: {shown.data.problem}</Alert>
            )}
            <Values typed={values} defaults={shown.data?.values ?? undefined} />
          </>
        ) : (
          <Overrides rows={form.overrides} onChange={(overrides) => onEdit({ overrides })} />
        )}
        <FormControlLabel
          control={
            <Switch checked={form.deploy} onChange={({ target }) => onEdit({ deploy: target.checked })} />
          }
          label="Start the components"
        />
      </Box>
    </Section>
  );
}
