import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactElement, useState } from 'react';
import { useApplicationPlace } from '../../api/place.ts';
import type { Write } from '../../api/send.ts';
import type { ApplicationPlace } from '../../api/topology.ts';
import type { Component } from '../../api/types.ts';
import { WritePreview } from '../../parts/write/preview.tsx';
import { useWrite } from '../../parts/write/usewrite.ts';
import { operationOf } from './operation.ts';

/** Button that starts or stops a component, after a look at what that will do. */
export function Operate({ component }: { readonly component: Component }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const action = operationOf(component);
  const word = action === 'start' ? 'Start' : 'Stop';
  return (
    <>
      <Button
        variant="outlined"
        color={action === 'stop' ? 'error' : 'primary'}
        onClick={() => setOpen(true)}
      >
        {word} …
      </Button>
      {isOpen && <OperateDialog component={component} onClose={() => setOpen(false)} />}
    </>
  );
}

function OperateDialog({
  component,
  onClose,
}: {
  readonly component: Component;
  readonly onClose: () => void;
}): ReactElement {
  const place = useApplicationPlace();
  // The answer to the click may not turn the question around.
  const [action] = useState(operationOf(component));
  const write = operation(place, component, action);
  const prepared = useWrite(write);
  const word = action === 'start' ? 'Start' : 'Stop';
  return (
    <Dialog open onClose={onClose} aria-labelledby="operate" fullWidth maxWidth="sm">
      <DialogTitle id="operate">
        {word} <bdi>{component.name}</bdi>?
      </DialogTitle>
      <DialogContent>
        {action === 'stop' && (
          <Alert severity="warning" sx={{ mb: 2 }}>
            Its pods end, and whoever asks for it gets errors until it is started again.
          </Alert>
        )}
        <WritePreview write={write} prepared={prepared} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="contained"
          color={action === 'stop' ? 'error' : 'primary'}
          disabled={prepared.refusal !== undefined || prepared.isSubmitting}
          onClick={() => void prepared.submit().then(onClose, () => undefined)}
        >
          {word}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function operation(
  { team, region, app }: ApplicationPlace,
  { service_id }: Component,
  action: 'start' | 'stop',
): Write {
  const [inTeam, inRegion, inApp] = [team, region, app].map(encodeURIComponent);
  return {
    method: 'POST',
    path: `/openapi/v1/teams/${inTeam}/regions/${inRegion}/apps/${inApp}/operations`,
    body: { action, service_ids: [service_id] },
  };
}
