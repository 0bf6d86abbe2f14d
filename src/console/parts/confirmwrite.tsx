import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { ReactElement, ReactNode } from 'react';
import type { Write } from '../api/send.ts';
import { WritePreview } from './write/preview.tsx';
import { useWrite } from './write/usewrite.ts';

/** Dialog that shows what a write will do, and makes it once somebody agrees. */
export function ConfirmWrite({
  title,
  action,
  color = 'error',
  write,
  onClose,
  onDone,
  children,
}: {
  readonly title: string;
  /** Word on the button that makes the write. */
  readonly action: string;
  /** Colour of that button: what takes nothing away is no danger. */
  readonly color?: 'error' | 'primary';
  readonly write: Write;
  readonly onClose: () => void;
  readonly onDone: () => void;
  readonly children?: ReactNode;
}): ReactElement {
  const prepared = useWrite(write);
  const agree = async () => {
    await prepared.submit();
    onDone();
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby="confirm-write" maxWidth="md" fullWidth>
      <DialogTitle id="confirm-write" sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      <DialogContent>
        {children}
        <WritePreview write={write} prepared={prepared} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          color={color}
          variant="contained"
          disabled={prepared.preview === undefined || prepared.isSubmitting}
          // What the API says to it is shown above.
          onClick={() => void agree().catch(() => undefined)}
        >
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
