import Button, { type ButtonProps } from '@mui/material/Button';
import MuiLink, { type LinkProps } from '@mui/material/Link';
import { createLink } from '@tanstack/react-router';
import { forwardRef } from 'react';

const Anchor = forwardRef<HTMLAnchorElement, Omit<LinkProps, 'ref'>>(function Anchor(props, ref) {
  return <MuiLink {...props} ref={ref} />;
});

/** Link to a page of the console, in the colours of the theme. */
export const PageLink = createLink(Anchor);

const ButtonAnchor = forwardRef<HTMLAnchorElement, ButtonProps<'a'>>(function ButtonAnchor(props, ref) {
  return <Button {...props} component="a" ref={ref} />;
});

/** Link to a page of the console that looks like a button. */
export const ButtonLink = createLink(ButtonAnchor);
