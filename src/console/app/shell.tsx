import { mdiLogout, mdiThemeLightDark } from '@mdi/js';
import AppBar from '@mui/material/AppBar';
import Box from '@mui/material/Box';
import Breadcrumbs from '@mui/material/Breadcrumbs';
import Container from '@mui/material/Container';
import IconButton from '@mui/material/IconButton';
import SvgIcon from '@mui/material/SvgIcon';
import { useColorScheme } from '@mui/material/styles';
import Toolbar from '@mui/material/Toolbar';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useLocation, useParams } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { type Live, useLive } from '../api/live.ts';
import { useTopology } from '../api/topology.ts';
import { PageLink } from '../parts/link.tsx';
import { HealthChip } from '../parts/mark.tsx';
import { signOut, useSession } from '../session/session.ts';
import { lastCrumb } from './crumb.ts';

const LIVE = {
  live: ['good', 'live'],
  connecting: ['busy', 'connecting'],
  ended: ['off', 'not live'],
} as const;

function LiveMark({ live }: { readonly live: Live }): ReactElement {
  const [health, text] = LIVE[live];
  return (
    <Box role="status">
      <HealthChip health={health}>{text}</HealthChip>
    </Box>
  );
}

function ThemeSwitch(): ReactElement {
  const { mode, systemMode, setMode } = useColorScheme();
  const isDark = (mode === 'system' ? systemMode : mode) === 'dark';
  return (
    <Tooltip title={isDark ? 'Light' : 'Dark'}>
      <IconButton aria-label={isDark ? 'Light' : 'Dark'} onClick={() => setMode(isDark ? 'light' : 'dark')}>
        <SvgIcon>
          <path d={mdiThemeLightDark} />
        </SvgIcon>
      </IconButton>
    </Tooltip>
  );
}

/** Crumb that is cut where there is no room for it. */
const CRUMB = {
  maxWidth: 1,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  '&.MuiBreadcrumbs-separator': { flexShrink: 0 },
} as const;

function Trail(): ReactElement {
  const { team, region, app, ...part } = useParams({ strict: false });
  const path = useLocation({ select: ({ pathname }) => pathname });
  // The page itself asks for it.
  const { data } = useTopology({ team: team ?? '', region: region ?? '', app: app ?? '' }, false);
  const last = lastCrumb({ ...part, path }, data);
  return (
    <Breadcrumbs sx={{ flexGrow: 1, minWidth: 0, '& ol': { flexWrap: { md: 'nowrap' } }, '& li': CRUMB }}>
      <PageLink to="/">
        <Typography component="span" sx={{ fontWeight: 700 }}>
          Stoa
        </Typography>
      </PageLink>
      {team !== undefined && region !== undefined && (
        <PageLink to="/teams/$team/$region" params={{ team, region }}>
          <bdi>{team}</bdi>
        </PageLink>
      )}
      {team !== undefined && region !== undefined && app !== undefined && (
        <PageLink to="/teams/$team/$region/apps/$app" params={{ team, region, app }}>
          <bdi>{data?.application.name ?? `application ${app}`}</bdi>
        </PageLink>
      )}
      {last !== '' && <bdi aria-current="page">{last}</bdi>}
    </Breadcrumbs>
  );
}

/** Frame of all pages: where one is, whether what is shown is live, and the way out. */
export function Shell({ children }: { readonly children: ReactNode }): ReactElement {
  const { team, region } = useParams({ strict: false });
  const session = useSession();
  const place = team === undefined || region === undefined ? undefined : { team, region };
  const live = useLive(place, session?.token ?? '');
  return (
    <>
      <AppBar
        position="sticky"
        color="default"
        elevation={0}
        sx={{ borderBottom: 1, borderColor: 'divider' }}
      >
        <Toolbar variant="dense" sx={{ gap: 1 }}>
          <Trail />
          {place !== undefined && <LiveMark live={live} />}
          <ThemeSwitch />
          <Tooltip title="Sign out">
            <IconButton aria-label="Sign out" onClick={signOut}>
              <SvgIcon>
                <path d={mdiLogout} />
              </SvgIcon>
            </IconButton>
          </Tooltip>
        </Toolbar>
      </AppBar>
      <Container component="main" maxWidth={false} sx={{ py: 2, maxWidth: 1800 }}>
        {children}
      </Container>
    </>
  );
}
