import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Divider from '@mui/material/Divider';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactElement, useEffect, useState } from 'react';
import { API } from '../api/client.ts';
import { goToIssuer, readSettings, type SignInSettings } from './issuer.ts';
import { isLoopback } from './loopback.ts';
import { signIn, signOut } from './session.ts';

/** Result of asking the API who a token is: undefined where it is good, else why not. */
async function problemOf(token: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${API}/openapi/v1/currentuser`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(15_000),
    });
    if (response.ok || response.status === 403) {
      return undefined;
    }
    const { detail } = (await response.json()) as { detail?: string };
    return detail ?? `The API answered with the status ${response.status}.`;
  } catch {
    return 'The API does not answer. Try again in a moment.';
  }
}

/** Form that takes a token. */
function TokenForm(): ReactElement {
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const submit = async () => {
    setAsking(true);
    const found = await problemOf(token.trim().replace(/^bearer\s+/i, ''));
    setAsking(false);
    setProblem(found);
    if (found === undefined) {
      signIn(token);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack spacing={2}>
        <TextField
          label="Token"
          type="password"
          value={token}
          autoComplete="off"
          onChange={(event) => setToken(event.target.value)}
          helperText="A token of the cluster. It stays in this tab."
          required
        />
        {problem !== undefined && <Alert severity="error">{problem}</Alert>}
        <Button type="submit" variant="contained" disabled={isAsking || token.trim() === ''}>
          Sign in
        </Button>
        <Typography variant="body2" color="textSecondary">
          You get one with <code>kubectl create token NAME -n NAMESPACE</code>
          {isLoopback(location.hostname) && (
            <>
              ; where you ran <code>npm start</code>, it has printed the command
            </>
          )}
          .
        </Typography>
      </Stack>
    </form>
  );
}

function Problem({ error }: { readonly error: unknown }): ReactElement | null {
  return error === undefined ? null : (
    <Alert severity="error">{error instanceof Error ? error.message : String(error)}</Alert>
  );
}

/** Button that leads to the issuer of tokens, where the server has one. */
function IssuerButton(): ReactElement | null {
  const [{ oidc }, setSettings] = useState<SignInSettings>({});
  const [problem, setProblem] = useState<unknown>();
  useEffect(() => {
    readSettings().then(setSettings, setProblem);
  }, []);
  if (oidc === undefined) {
    return <Problem error={problem} />;
  }
  return (
    <Stack spacing={2} sx={{ mb: 2 }}>
      <Button variant="contained" onClick={() => void goToIssuer(oidc).catch(setProblem)}>
        Sign in at {new URL(oidc.issuer).host}
      </Button>
      <Problem error={problem} />
      <Divider>or with a token</Divider>
    </Stack>
  );
}

/** Page that asks for a token. */
export function SignIn(): ReactElement {
  return (
    <Stack component="main" sx={{ minHeight: '100vh', alignItems: 'center', justifyContent: 'center', p: 2 }}>
      <Paper sx={{ p: 4, width: '100%', maxWidth: 440 }}>
        <Typography variant="h5" component="h1" gutterBottom>
          Sign in to Stoa
        </Typography>
        <IssuerButton />
        <TokenForm />
      </Paper>
    </Stack>
  );
}

/** Dialog over a page whose token the API refuses: what was typed there stays. */
export function SignInAgain(): ReactElement {
  return (
    <Dialog open aria-labelledby="sign-in-again" maxWidth="xs" fullWidth>
      <DialogTitle id="sign-in-again">Sign in again</DialogTitle>
      <DialogContent>
        <Typography gutterBottom>Your token has ended. What you have typed is still there.</Typography>
        <TokenForm />
        <Button onClick={signOut} sx={{ mt: 1 }}>
          Leave instead
        </Button>
      </DialogContent>
    </Dialog>
  );
}
