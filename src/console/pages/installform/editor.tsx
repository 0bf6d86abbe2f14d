import Box from '@mui/material/Box';
import { type ReactElement, useState } from 'react';
import { useInstalls } from '../../api/installs.ts';
import type { Store } from '../../api/records.ts';
import type { ApplicationPlace } from '../../api/topology.ts';
import { EMPTY_FORM, type InstallForm, storesOf } from './form.ts';
import { Offer } from './offer.tsx';
import { Review } from './review.tsx';
import { VersionAndSettings } from './settings.tsx';
import { StoreChoice } from './storechoice.tsx';
import { useValues } from './usevalues.ts';

/** Form of an install: the store, what to install of it, how, and what that will do. */
export function Editor({ place }: { readonly place: ApplicationPlace }): ReactElement {
  const installs = useInstalls(place);
  const [form, setForm] = useState<InstallForm>(EMPTY_FORM);
  const [opened, setOpened] = useState<Store>();
  const [valuesText, setValuesText] = useState('');
  const read = useValues(valuesText);
  const edit = (change: Partial<InstallForm>) => setForm((before) => ({ ...before, ...change }));
  const open = (store: Store) => {
    edit({ store });
    setOpened(store);
  };
  const filled = { ...form, values: read?.type === 'read' ? read.values : undefined };
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
        alignItems: 'start',
      }}
    >
      <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
        <StoreChoice form={form} known={storesOf(installs.data ?? [])} onEdit={edit} onOpen={open} />
        {opened !== undefined && <Offer place={place} store={opened} app={form.app} onChoose={edit} />}
        {opened !== undefined && form.app !== '' && (
          <VersionAndSettings
            place={place}
            store={opened}
            form={form}
            values={{ text: valuesText, read, onChange: setValuesText }}
            onEdit={edit}
          />
        )}
      </Box>
      <Box
        sx={{
          position: { lg: 'sticky' },
          top: 64,
          maxHeight: { lg: 'calc(100vh - 80px)' },
          overflow: 'auto',
        }}
      >
        <Review place={place} form={filled} />
      </Box>
    </Box>
  );
}
