/** Entry point of the console, a page that shows what the REST API tells and does what it can do. */
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { theme } from './app/theme.ts';
import { takeCallback } from './session/callback.ts';
import { takeKey } from './session/key.ts';
import { signIn } from './session/session.ts';

// Before anything else sees the address: also that of a page that is open, before its router.
const callback = takeCallback(window);
signInWithKey();
addEventListener('popstate', signInWithKey, { capture: true });

function signInWithKey(): void {
  const key = takeKey(window);
  if (key !== undefined) {
    signIn(key);
  }
}

const root = document.getElementById('root');
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <CacheProvider value={createCache({ key: 'stoa', nonce })}>
        <ThemeProvider theme={theme} defaultMode="system">
          <CssBaseline enableColorScheme />
          <App callback={callback} />
        </ThemeProvider>
      </CacheProvider>
    </StrictMode>,
  );
}
