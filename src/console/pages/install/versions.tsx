import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactElement, useState } from 'react';
import type { InstallPlace } from '../../api/installs.ts';
import type { InstallRecord } from '../../api/records.ts';
import { Section } from '../../parts/section.tsx';
import { Waiting } from '../../parts/states.tsx';
import { VersionField } from '../../parts/versionfield.tsx';
import type { VersionChange } from './change.ts';
import { type KnownVersions, useVersions } from './newer.ts';

/** Versions of the store that an install could have, and the way to them. */
export function Versions({
  place,
  record,
  onChange,
}: {
  readonly place: InstallPlace;
  readonly record: InstallRecord;
  /** Undefined where the caller may not upgrade. */
  readonly onChange: ((change: VersionChange) => void) | undefined;
}): ReactElement {
  const known = useVersions(place, record);
  return (
    <Section title="Versions in the store">
      <News known={known} />
      {onChange !== undefined && (
        <Choice known={known} current={record.app_model_version} onChange={onChange} />
      )}
    </Section>
  );
}

function News({ known }: { readonly known: KnownVersions }): ReactElement {
  if (known.isAsking) {
    return <Waiting what="Asking the store" />;
  }
  if (known.problem !== '') {
    return (
      <Alert severity="warning" action={<Button onClick={known.retry}>Try again</Button>}>
        The store could not be asked: {known.problem}
      </Alert>
    );
  }
  const [newest] = known.versions;
  if (newest === undefined) {
    return <Typography>There is no {known.areNewer ? 'newer' : 'other'} version.</Typography>;
  }
  return (
    <Typography>
      {known.areNewer ? 'Newer' : 'Other'} versions: <bdi>{known.versions.slice(0, 20).join(', ')}</bdi>
      {known.versions.length > 20 && ` and ${known.versions.length - 20} more`}
    </Typography>
  );
}

function Choice({
  known,
  current,
  onChange,
}: {
  readonly known: KnownVersions;
  readonly current: string;
  readonly onChange: (change: VersionChange) => void;
}): ReactElement {
  const [typed, setTyped] = useState<string>();
  const version = (typed ?? known.versions[0] ?? '').trim();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
      <Box sx={{ flex: '1 1 200px' }}>
        <VersionField
          versions={known.versions}
          value={typed ?? known.versions[0] ?? ''}
          onChange={setTyped}
        />
      </Box>
      <Button
        variant="contained"
        disabled={version === '' || version === current}
        onClick={() => onChange({ way: 'upgrade', version })}
      >
        Show the upgrade
      </Button>
    </Box>
  );
}
