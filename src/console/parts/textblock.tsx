import { mdiContentCopy } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import SvgIcon from '@mui/material/SvgIcon';
import Typography from '@mui/material/Typography';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';

/** Text for another program, with the same spaces, and a button that copies it. */
export function TextBlock({
  label,
  text,
  children = text,
}: {
  /** Name of the block for those who do not see it. */
  readonly label: string;
  readonly text: string;
  /** The text as it is drawn, where that is more than plain. */
  readonly children?: ReactNode;
}): ReactElement {
  const block = useRef<HTMLElement>(null);
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box
        component="pre"
        ref={block}
        tabIndex={0}
        aria-label={label}
        sx={{
          m: 0,
          p: 1,
          overflow: 'auto',
          maxHeight: 420,
          fontFamily: 'monospace',
          fontSize: 12,
          whiteSpace: 'pre',
          bgcolor: 'action.hover',
          borderRadius: 1,
        }}
      >
        {children}
      </Box>
      <CopyButton text={text} block={block} />
    </Box>
  );
}

function CopyButton({
  text,
  block,
}: {
  readonly text: string;
  readonly block: { readonly current: HTMLElement | null };
}): ReactElement {
  const [said, setSaid] = useState({ text: '', words: '' });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid({ text, words: 'Copied' });
    } catch {
      // No clipboard for pages without HTTPS, or none for this one: the reader's own keys copy what is selected.
      if (block.current !== null) {
        getSelection()?.selectAllChildren(block.current);
      }
      setSaid({ text, words: 'Selected: copy it with Ctrl+C' });
    }
  };
  return (
    <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
      <Button
        size="small"
        startIcon={
          <SvgIcon>
            <path d={mdiContentCopy} />
          </SvgIcon>
        }
        onClick={() => void copy()}
      >
        Copy
      </Button>
      <Typography role="status" variant="body2" color="textSecondary">
        {said.text === text ? said.words : ''}
      </Typography>
    </Stack>
  );
}
