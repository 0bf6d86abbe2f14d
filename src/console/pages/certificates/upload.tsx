import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactElement, useState } from 'react';
import { certificatesPath } from '../../api/certificates.ts';
import { ApiError } from '../../api/client.ts';
import type { Place } from '../../api/live.ts';
import type { Write } from '../../api/send.ts';
import { WritePreview } from '../../parts/write/preview.tsx';
import { isRefused, type PreparedWrite, useWrite } from '../../parts/write/usewrite.ts';
import type { ListedCertificate } from './ends.ts';
import { KeyField, PemField } from './pem.tsx';
import { certificateBody, lackOf, type Typed, withoutKey } from './typed.ts';

/** Dialog that uploads a certificate, or replaces one. */
export function UploadDialog({
  place,
  replaced,
  onClose,
}: {
  readonly place: Place;
  readonly replaced?: ListedCertificate;
  readonly onClose: () => void;
}): ReactElement {
  const [typed, setTyped] = useState<Typed>({ alias: replaced?.alias ?? '', certificate: '', key: '' });
  const lack = lackOf(typed);
  const write: Write | undefined =
    lack === ''
      ? {
          method: replaced === undefined ? 'POST' : 'PUT',
          path: certificatesPath(place, replaced?.id),
          body: certificateBody(typed),
        }
      : undefined;
  const prepared = useWrite(write);
  const save = async () => {
    await prepared.submit();
    onClose();
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby="upload" maxWidth="md" fullWidth>
      <DialogTitle id="upload">
        {replaced === undefined ? 'Upload a certificate' : 'Replace the certificate'}
      </DialogTitle>
      <DialogContent>
        <Stack spacing={2} sx={{ pt: 1 }}>
          <Fields
            typed={typed}
            change={(changes) => setTyped((before) => ({ ...before, ...changes }))}
            problems={problemsOf(prepared)}
          />
          <WritePreview
            write={write && { ...write, body: certificateBody(withoutKey(typed)) }}
            prepared={prepared}
          />
        </Stack>
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        <Typography role="status" color="textSecondary" sx={{ flexGrow: 1, px: 2 }}>
          {lack || (isRefused(prepared) ? 'Correct what is marked.' : '')}
        </Typography>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="contained"
          disabled={prepared.preview === undefined || prepared.isSubmitting}
          // What the API says to it is shown above.
          onClick={() => void save().catch(() => undefined)}
        >
          {replaced === undefined ? 'Upload' : 'Replace'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type Problems = Readonly<Record<string, string>>;

function problemsOf({ failure, refusal }: PreparedWrite<unknown>): Problems {
  const error = failure ?? refusal;
  const fields = error instanceof ApiError ? error.fields : [];
  return Object.fromEntries(fields.map(({ field, message }) => [field, message]));
}

function Fields({
  typed: { alias, certificate, key },
  change,
  problems,
}: {
  readonly typed: Typed;
  readonly change: (changes: Partial<Typed>) => void;
  readonly problems: Problems;
}): ReactElement {
  return (
    <>
      <TextField
        label="Name"
        required
        value={alias}
        onChange={(event) => change({ alias: event.target.value })}
        error={problems.alias !== undefined}
        helperText={problems.alias ?? 'People see it; the team has each name once.'}
      />
      <PemField
        label="Certificate and its chain (PEM)"
        begin="-----BEGIN CERTIFICATE-----"
        text={certificate}
        onChange={(text) => change({ certificate: text })}
        problem={problems.certificate}
      />
      <KeyField text={key} onChange={(text) => change({ key: text })} problem={problems.private_key} />
    </>
  );
}
