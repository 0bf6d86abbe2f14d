import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';
import type { Store } from '../../api/records.ts';
import { Section } from '../../parts/section.tsx';
import type { InstallForm } from './form.ts';

/** Kind of store, and an address that one has. */
interface Kind {
  readonly label: string;
  readonly help: string;
  readonly example: string;
}

const KINDS: Readonly<Record<Store['type'], Kind>> = {
  rainstore: {
    label: 'Whole applications (model store)',
    help: 'A server that lists applications of several components, each with its versions.',
    example: 'https://hub.example.com',
  },
  helm: {
    label: 'Helm charts (repository or registry)',
    help: 'A chart repository, or a registry of images that keeps charts.',
    example: 'https://charts.example.com or oci://registry.example.com/charts',
  },
  oci: {
    label: 'Whole applications in a registry (OCI)',
    help: 'A registry of images that keeps applications of several components.',
    example: 'oci://registry.example.com/models',
  },
};

/** Choice of a store: one of those that installs have, or another one. */
export function StoreChoice({
  form: { store, key },
  known,
  onEdit,
  onOpen,
}: {
  readonly form: InstallForm;
  readonly known: readonly Store[];
  readonly onEdit: (change: Partial<InstallForm>) => void;
  readonly onOpen: (store: Store) => void;
}): ReactElement {
  const edit = (change: Partial<Store>) => onEdit({ store: { ...store, ...change } });
  return (
    <Section title="Store">
      <Typography color="textSecondary" sx={{ mb: 1.5 }}>
        A store is a server that keeps applications ready to install.
      </Typography>
      <KnownStores known={known} onOpen={onOpen} />
      <Box
        component="form"
        onSubmit={(event) => {
          event.preventDefault();
          onOpen({ ...store, url: store.url.trim(), domain: store.type === 'rainstore' ? store.domain : '' });
        }}
        sx={{ display: 'grid', gap: 1.5 }}
      >
        <StoreFields store={store} onEdit={edit} />
        <KeyFields store={store} keyTyped={key} onEdit={onEdit} />
        <Button type="submit" variant="outlined" disabled={store.url.trim() === ''}>
          Open the store
        </Button>
      </Box>
    </Section>
  );
}

function StoreFields({
  store,
  onEdit,
}: {
  readonly store: Store;
  readonly onEdit: (change: Partial<Store>) => void;
}): ReactElement {
  const kind = KINDS[store.type];
  return (
    <>
      <TextField
        select
        label="Kind of store"
        // That of the browser: a phone has a better list of its own.
        slotProps={{ select: { native: true } }}
        value={store.type}
        onChange={({ target }) => onEdit({ type: target.value as Store['type'] })}
        helperText={kind.help}
      >
        {Object.entries(KINDS).map(([type, { label }]) => (
          <option key={type} value={type}>
            {label}
          </option>
        ))}
      </TextField>
      <TextField
        label="Address"
        value={store.url}
        onChange={({ target }) => onEdit({ url: target.value })}
        helperText={`Such as ${kind.example}`}
        required
      />
      {store.type === 'rainstore' && (
        <TextField
          label="Publisher in the store (tenant)"
          value={store.domain}
          onChange={({ target }) => onEdit({ domain: target.value })}
          helperText="Such as my-company: a store keeps the applications of each publisher apart."
          required
        />
      )}
    </>
  );
}

function KnownStores({
  known,
  onOpen,
}: {
  readonly known: readonly Store[];
  readonly onOpen: (store: Store) => void;
}): ReactElement | null {
  if (known.length === 0) {
    return null;
  }
  return (
    <Box sx={{ mb: 2 }}>
      <Typography variant="body2" color="textSecondary">
        Stores that this application has installs of; another one goes below
      </Typography>
      {known.slice(0, 20).map((store) => (
        <Button key={JSON.stringify(store)} onClick={() => onOpen(store)} sx={{ overflowWrap: 'anywhere' }}>
          <bdi>{store.domain === '' ? store.url : `${store.url} (${store.domain})`}</bdi>
        </Button>
      ))}
    </Box>
  );
}

function KeyFields({
  store,
  keyTyped,
  onEdit,
}: {
  readonly store: Store;
  readonly keyTyped: string;
  readonly onEdit: (change: Partial<InstallForm>) => void;
}): ReactElement {
  return (
    <details open={store.secret !== '' || keyTyped !== ''}>
      <summary>The store wants an access key</summary>
      <Box sx={{ display: 'grid', gap: 1.5, mt: 1.5 }}>
        <TextField
          label="Secret with the access key"
          value={store.secret}
          onChange={({ target }) => onEdit({ store: { ...store, secret: target.value } })}
          helperText="In the namespace of the team, with the key accessKey, bound to the store by the annotation stoa.dev/access-key-for."
        />
        <TextField
          label="Access key, typed once"
          type="password"
          autoComplete="off"
          value={keyTyped}
          onChange={({ target }) => onEdit({ key: target.value })}
          helperText="Goes into a Secret of the install, and is kept nowhere here. The list of the store needs the Secret."
        />
      </Box>
    </details>
  );
}
