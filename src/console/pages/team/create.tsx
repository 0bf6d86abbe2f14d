import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import type { ListedApplication } from '../../api/applications.ts';
import { ApiError } from '../../api/client.ts';
import type { Place } from '../../api/live.ts';
import { regionPath } from '../../api/paths.ts';
import { ask, type Write } from '../../api/send.ts';
import { WritePreview } from '../../parts/write/preview.tsx';
import { useWrite } from '../../parts/write/usewrite.ts';

/** Write of a new application; empty texts are left out. */
function creation(place: Place, name: string, note: string): Write {
  return {
    method: 'POST',
    path: `${regionPath(place)}/apps`,
    body: { app_name: name, ...(note === '' ? {} : { app_note: note }) },
  };
}

/** Why the API refuses a field; undefined where it does not. */
function problemOf(refusal: unknown, field: string): string | undefined {
  return refusal instanceof ApiError
    ? refusal.fields.find((each) => each.field === field)?.message
    : undefined;
}

/** Button and dialog for a new application, for callers who may create one. */
export function NewApplication({ place }: { readonly place: Place }): ReactElement | null {
  const [isOpen, setOpen] = useState(false);
  const probe = useQuery({
    queryKey: ['may-create', place],
    queryFn: ({ signal }) =>
      ask(creation(place, 'probe', ''), signal).then(
        () => true,
        // Any other refusal is about the probe's name.
        (error) => !(error instanceof ApiError && error.status === 403),
      ),
    staleTime: 60_000,
  });
  if (probe.data !== true) {
    return null;
  }
  return (
    <>
      <Button variant="contained" onClick={() => setOpen(true)}>
        New application
      </Button>
      {isOpen && <CreateDialog place={place} onClose={() => setOpen(false)} />}
    </>
  );
}

function CreateDialog({
  place,
  onClose,
}: {
  readonly place: Place;
  readonly onClose: () => void;
}): ReactElement {
  const [name, setName] = useState('');
  const [note, setNote] = useState('');
  const navigate = useNavigate();
  const write = name.trim() === '' ? undefined : creation(place, name.trim(), note.trim());
  const prepared = useWrite<ListedApplication>(write);
  const problem = problemOf(prepared.failure ?? prepared.refusal, 'app_name');
  const create = async () => {
    const { ID } = await prepared.submit();
    await navigate({ to: '/teams/$team/$region/apps/$app', params: { ...place, app: String(ID) } });
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby="new-application" fullWidth maxWidth="sm">
      <DialogTitle id="new-application">New application</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 2, pt: 1 }}>
          <TextField
            label="Name"
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={problem !== undefined}
            helperText={
              <>
                {problem ?? 'Letters from a to z, digits, Chinese characters and _ . - only'}. Another name,
                such as one with spaces, is possible by kubectl (spec.displayName).
              </>
            }
            required
            autoFocus
          />
          <TextField label="Note" value={note} onChange={(event) => setNote(event.target.value)} />
          <WritePreview write={write} prepared={prepared} />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="contained"
          disabled={write === undefined || prepared.refusal !== undefined || prepared.isSubmitting}
          onClick={() => void create().catch(() => undefined)}
        >
          Create
        </Button>
      </DialogActions>
    </Dialog>
  );
}
