import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';
import { useApplicationPlace } from '../../api/place.ts';
import type { Component, Pod } from '../../api/types.ts';
import { fareOfPod, fareOfState } from '../../parts/health.ts';
import { PageLink } from '../../parts/link.tsx';
import { HealthChip, HealthIcon } from '../../parts/mark.tsx';
import { Row, Rows } from '../../parts/rows.tsx';
import { ago } from '../../parts/time.ts';
import { logsCommand } from './logs.ts';

/** State of a component's workload in plain words, with its ports and pods. */
export function WorkloadPart({ component }: { readonly component: Component }): ReactElement {
  return (
    <>
      <Paper sx={{ p: 2, mb: 2 }} component="section" aria-label="State">
        <StateWords component={component} />
      </Paper>
      <Typography variant="h6" component="h2" gutterBottom>
        Ports
      </Typography>
      <Ports component={component} />
      <Typography variant="h6" component="h2" gutterBottom sx={{ mt: 2 }}>
        Pods ({component.ready_replicas} of {component.replicas} ready)
      </Typography>
      <Pods component={component} />
    </>
  );
}

function StateWords({ component }: { readonly component: Component }): ReactElement {
  const { state, reason, message, kind, workload, version, image, install_id, wave, depends_on } = component;
  const [health, word] = fareOfState(state);
  const place = useApplicationPlace();
  return (
    <Stack sx={{ gap: 0.75, overflowWrap: 'anywhere' }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start' }}>
        <HealthIcon health={health} />
        <Typography>
          It is {word}. {[reason, message].filter((text) => text !== '').join(': ')}
        </Typography>
      </Stack>
      <Typography variant="body2" color="textSecondary">
        {kind} <bdi>{workload}</bdi>
        {version !== '' && `, version ${version}`}
        {image !== '' && `, image ${image}`}
      </Typography>
      {install_id !== '' && (
        <Typography variant="body2">
          Made by{' '}
          <PageLink
            to="/teams/$team/$region/apps/$app/installs/$install"
            params={{ ...place, install: install_id }}
          >
            an install
          </PageLink>
          {wave > 0 && `, in wave ${wave}`}.
        </Typography>
      )}
      {depends_on.length > 0 && (
        <Typography variant="body2">
          Uses{' '}
          {depends_on.map((id, at) => (
            <span key={id}>
              {at > 0 && ', '}
              <PageLink
                to="/teams/$team/$region/apps/$app/components/$component"
                params={{ ...place, component: id }}
              >
                <bdi>{id}</bdi>
              </PageLink>
            </span>
          ))}
          .
        </Typography>
      )}
    </Stack>
  );
}

function Ports({ component: { ports } }: { readonly component: Component }): ReactElement {
  return (
    <Rows
      items={ports}
      label="Ports"
      idOf={({ service, port, protocol }) => `${service} ${port} ${protocol}`}
      empty="No port: no Service with the labels of this component selects its pods."
    >
      {({ service, name, port, container_port, protocol, app_protocol, open }) => (
        <Row
          health={open ? 'good' : 'off'}
          state={open ? 'open' : 'closed'}
          name={
            <Typography component="span">
              {port}/{protocol} {name}
            </Typography>
          }
          end={
            <HealthChip health={open ? 'good' : 'off'}>{open ? 'open to the outside' : 'closed'}</HealthChip>
          }
        >
          Service <bdi>{service}</bdi>
          {container_port > 0 && `, ${container_port} in the containers`}
          {app_protocol !== '' && `, ${app_protocol}`}
        </Row>
      )}
    </Rows>
  );
}

/** Command to copy for the logs of a container that ended: a click selects it as a whole. */
function LogsHint({ pod }: { readonly pod: Pod }): ReactElement | null {
  const command = logsCommand(pod);
  return command === '' ? null : (
    <div>
      What it wrote, in the namespace of the team:{' '}
      <Box component="code" sx={{ userSelect: 'all', fontFamily: 'monospace', color: 'text.primary' }}>
        {command}
      </Box>
    </div>
  );
}

function Pods({ component: { pods, pods_total } }: { readonly component: Component }): ReactElement {
  return (
    <>
      <Rows items={pods} label="Pods" idOf={({ name }) => name} empty="No pods.">
        {(pod) => {
          const [health, word] = fareOfPod(pod);
          return (
            <Row
              health={health}
              state={word}
              name={<bdi>{pod.name}</bdi>}
              end={
                <>
                  {pod.restarts > 0 && (
                    <Chip
                      size="small"
                      label={`${pod.restarts} ${pod.restarts === 1 ? 'restart' : 'restarts'}`}
                    />
                  )}
                  <HealthChip health={health}>{word}</HealthChip>
                </>
              }
            >
              {pod.message !== '' && <div>{pod.message}</div>}
              {pod.phase}
              {pod.node !== '' && ` on ${pod.node}`}
              {pod.started_at !== '' && `, started ${ago(pod.started_at, Date.now())}`}
              <LogsHint pod={pod} />
            </Row>
          );
        }}
      </Rows>
      {pods_total > pods.length && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {pods.length} of {pods_total} pods; those that are not ready go first.
        </Typography>
      )}
    </>
  );
}
