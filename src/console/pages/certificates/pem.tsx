import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { type ReactElement, useRef } from 'react';
import { isWholeKey } from './typed.ts';

const KEY_LABEL = 'Private key (PEM)';

/** Field for a private key, of which nobody who looks on sees more than its length. */
export function KeyField({
  text,
  onChange,
  problem,
}: {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly problem: string | undefined;
}): ReactElement {
  if (!isWholeKey(text)) {
    return (
      <PemField
        label={KEY_LABEL}
        begin="-----BEGIN PRIVATE KEY-----"
        text={text}
        onChange={onChange}
        problem={problem}
        isSecret
      />
    );
  }
  return (
    <Stack direction="row" spacing={1} sx={{ alignItems: 'flex-start' }}>
      <TextField
        label={KEY_LABEL}
        required
        value={`private key of ${text.trim().length} bytes, not shown`}
        error={problem !== undefined}
        helperText={problem}
        slotProps={{ input: { readOnly: true } }}
      />
      <Button aria-label="Replace the private key" onClick={() => onChange('')}>
        Replace
      </Button>
    </Stack>
  );
}

/** Field for PEM, pasted or of a file; no spelling checker gets to see it. */
export function PemField({
  label,
  begin,
  text,
  onChange,
  problem,
  isSecret = false,
}: {
  readonly label: string;
  readonly begin: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly problem: string | undefined;
  readonly isSecret?: boolean;
}): ReactElement {
  const file = useRef<HTMLInputElement>(null);
  return (
    <div>
      <TextField
        label={label}
        required
        value={text}
        onChange={(event) => onChange(event.target.value)}
        placeholder={begin}
        error={problem !== undefined}
        helperText={problem}
        sx={isSecret && text !== '' ? { '& textarea': { WebkitTextSecurity: 'disc' } } : {}}
        multiline
        minRows={3}
        maxRows={8}
        autoComplete="off"
        slotProps={{ htmlInput: { spellCheck: false }, inputLabel: { shrink: true } }}
      />
      <Button size="small" onClick={() => file.current?.click()}>
        From a file
      </Button>
      <input
        ref={file}
        type="file"
        hidden
        aria-label={`File of ${label}`}
        onChange={(event) => {
          void event.target.files?.[0]?.text().then(onChange);
        }}
      />
    </div>
  );
}
