import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { type ReactElement, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import type { DryRun, Write } from '../../api/send.ts';
import { textOf } from '../states.tsx';
import { TextBlock } from '../textblock.tsx';
import { curlOf, yamlOf } from './text.ts';
import type { PreparedWrite } from './usewrite.ts';

const VIEWS = ['Changes', 'YAML', 'curl'] as const;

/** What a write is about to do, in the terms of the other two doors, and what the API has to say about it. */
export function WritePreview({
  write,
  prepared: { preview, refusal, failure },
  label = 'What this will do',
}: {
  readonly write: Write | undefined;
  /** Name of the section, where a page has several. */
  readonly label?: string;
  readonly prepared: Pick<PreparedWrite<unknown>, 'preview' | 'refusal' | 'failure'>;
}): ReactElement {
  const [view, setView] = useState<(typeof VIEWS)[number]>('Changes');
  return (
    <Paper sx={{ p: 2, minWidth: 0 }} component="section" aria-label={label}>
      <Verdict refusal={failure ?? refusal} preview={preview} />
      <Tabs value={view} onChange={(_event, next) => setView(next)} aria-label="Form of what this will do">
        {VIEWS.map((each) => (
          <Tab key={each} value={each} label={each} sx={{ minWidth: 64 }} />
        ))}
      </Tabs>
      <Box sx={{ mt: 1 }}>
        {view === 'Changes' && <Changes preview={preview} />}
        {view === 'YAML' && <Code>{preview === undefined ? '' : yamlOf(preview.objects)}</Code>}
        {view === 'curl' && <Code>{write === undefined ? '' : curlOf(write)}</Code>}
      </Box>
    </Paper>
  );
}

function Verdict({
  refusal,
  preview,
}: {
  readonly refusal: unknown;
  readonly preview: DryRun | undefined;
}): ReactElement | null {
  if (refusal !== undefined) {
    return <Refusal error={refusal} />;
  }
  const notes = [
    ...(preview?.warnings ?? []),
    ...(preview?.not_applied ?? []).map(({ path, why }) => `${path}: ${why}`),
  ];
  return notes.length === 0 ? null : (
    <Alert severity="warning" sx={{ mb: 1 }}>
      {notes.map((note) => (
        <div key={note}>{note}</div>
      ))}
    </Alert>
  );
}

function Refusal({ error }: { readonly error: unknown }): ReactElement {
  const fields = error instanceof ApiError ? error.fields : [];
  return (
    <Alert severity="error" sx={{ mb: 1 }}>
      {fields.length === 0
        ? textOf(error)
        : fields.map(({ field, message }) => <div key={field + message}>{`${field}: ${message}`}</div>)}
    </Alert>
  );
}

function Changes({ preview }: { readonly preview: DryRun | undefined }): ReactElement {
  if (preview === undefined || preview.count === 0) {
    return <Typography color="textSecondary">Nothing yet.</Typography>;
  }
  return (
    <>
      {preview.objects.map(({ action, kind, name, diff }) => (
        <Box key={`${kind} ${name}`} sx={{ mb: 2 }}>
          <Typography variant="body2">
            {action} {kind} <bdi>{name}</bdi>
          </Typography>
          {diff !== '' && <Diff text={diff} />}
        </Box>
      ))}
      {preview.not_known.length > 0 && (
        <Typography variant="subtitle2" component="h3">
          Not shown here
        </Typography>
      )}
      {preview.not_known.map((note) => (
        <Typography key={note} variant="body2" color="textSecondary">
          {note}
        </Typography>
      ))}
    </>
  );
}

/** Text for another program. */
export function Code({ children }: { readonly children: string }): ReactElement {
  return children === '' ? (
    <Typography color="textSecondary">Nothing yet.</Typography>
  ) : (
    <TextBlock label="Text to copy" text={children} />
  );
}

/** Unified diff, whose added and removed lines differ by sign and colour. */
export function Diff({ text }: { readonly text: string }): ReactElement {
  const lines = text.split('\n').map((line, at) => ({ line, id: `${at} ${line}` }));
  return (
    <TextBlock label="Difference" text={text}>
      {lines.map(({ line, id }) => (
        <Box key={id} component="span" sx={{ display: 'block', color: colorOf(line) }}>
          {line}
        </Box>
      ))}
    </TextBlock>
  );
}

function colorOf(line: string): string | undefined {
  if (line.startsWith('+')) {
    return 'success.main';
  }
  return line.startsWith('-') ? 'error.main' : undefined;
}
