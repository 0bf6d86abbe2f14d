import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ReactElement } from 'react';
import { differencesOf, FIELD_NAMES, type Versions } from './merge.ts';

/** Notice that somebody else has changed a rule since it was read: what they made of it, and what is typed here. */
export function Meanwhile({
  versions,
  onMerge,
  onDrop,
}: {
  readonly versions: Versions;
  readonly onMerge: () => void;
  readonly onDrop: () => void;
}): ReactElement {
  const differences = differencesOf(versions);
  const isContested = differences.some((each) => each.isContested);
  return (
    <Alert severity="warning" sx={{ mb: 2, '& .MuiAlert-message': { minWidth: 0, flexGrow: 1 } }}>
      <AlertTitle>Somebody else has changed this rule meanwhile</AlertTitle>
      Nothing of yours is lost.{' '}
      {isContested ? 'Where both have changed a field, yours counts if you keep it.' : ''}
      <Box sx={{ overflowX: 'auto', my: 1 }} tabIndex={0} role="region" aria-label="What differs">
        <Table size="small">
          <TableHead>
            <TableRow>
              {['Field', 'When you began', 'Stored now', 'Yours'].map((each) => (
                <TableCell key={each}>{each}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {differences.map(({ field, before, theirs, mine }) => (
              <TableRow key={field}>
                <TableCell component="th" scope="row">
                  {FIELD_NAMES[field]}
                </TableCell>
                {Object.entries({ before, theirs, mine }).map(([whose, text]) => (
                  <TableCell key={whose} sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                    <bdi>{text === '' ? '–' : text}</bdi>
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
        {differences.length === 0 && <p>The change is in a field that this form does not have.</p>}
      </Box>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1}>
        <Button variant="contained" onClick={onMerge}>
          Take in their changes, keep mine
        </Button>
        <Button onClick={onDrop}>Drop mine</Button>
      </Stack>
    </Alert>
  );
}
