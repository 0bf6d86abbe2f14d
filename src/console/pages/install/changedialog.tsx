import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { InstallPlace } from '../../api/installs.ts';
import { keyOf } from '../../api/keys.ts';
import type { InstallRecord } from '../../api/records.ts';
import { send } from '../../api/send.ts';
import { PlanPreview, Refusal } from '../../parts/plan/preview.tsx';
import { usePlan } from '../../parts/plan/useplan.ts';
import { manifestOf, questionOf, type VersionChange, writeOf } from './change.ts';

/** Dialog that shows what another version of an install changes, and has the install ask for it. */
export function ChangeDialog({
  place,
  record,
  change,
  onClose,
}: {
  readonly place: InstallPlace;
  readonly record: InstallRecord;
  readonly change: VersionChange;
  readonly onClose: () => void;
}): ReactElement {
  const { way, version } = change;
  const client = useQueryClient();
  const asked = usePlan(questionOf(place, record, version), 'at-once');
  const write = writeOf(place, record, change);
  const apply = useMutation({
    mutationFn: () => send(write),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keyOf(place) });
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} maxWidth="lg" fullWidth aria-labelledby="change-title">
      <DialogTitle id="change-title">
        {way === 'upgrade' ? 'Upgrade' : 'Go back'} from {record.app_model_version} to {version}
      </DialogTitle>
      <DialogContent>
        <PlanPreview asked={asked} write={write} manifest={manifestOf(record, version)} />
        {apply.isError && <Refusal error={apply.error} />}
      </DialogContent>
      <DialogActions>
        {asked.error !== undefined && <Button onClick={asked.ask}>Plan again</Button>}
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="contained"
          disabled={asked.plan === undefined || apply.isPending}
          onClick={() => apply.mutate()}
        >
          {way === 'upgrade' ? `Upgrade to ${version}` : `Go back to ${version}`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
