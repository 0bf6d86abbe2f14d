import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useComponentEvents } from '../../api/events.ts';
import { useApplicationPlace } from '../../api/place.ts';
import { useTopology } from '../../api/topology.ts';
import type { Component, Topology } from '../../api/types.ts';
import { Away } from '../../parts/away.tsx';
import { EventRows } from '../../parts/eventrows.tsx';
import { Heading } from '../../parts/heading.tsx';
import { fareOfState } from '../../parts/health.ts';
import { HealthChip } from '../../parts/mark.tsx';
import { Missing } from '../../parts/missing.tsx';
import { RuleRows } from '../../parts/rulerows.tsx';
import { Empty, Failure, Waiting } from '../../parts/states.tsx';
import { Operate } from './operate.tsx';
import { whyNotOperated } from './operation.ts';
import { UsagePart } from './usagepart.tsx';
import { WorkloadPart } from './workload.tsx';

/** Page of a component. */
export function Page(): ReactElement {
  const { component: id = '' } = useParams({ strict: false });
  const topology = useTopology(useApplicationPlace());
  if (topology.data === undefined) {
    return topology.isError ? (
      <Failure error={topology.error} onRetry={() => void topology.refetch()} />
    ) : (
      <Waiting what="Asking for the component" />
    );
  }
  const workloads = topology.data.components.filter(({ service_id }) => service_id === id);
  const [first] = workloads;
  return (
    <>
      <Away query={topology} />
      {first === undefined ? (
        <Failure error={new Error(`The application has no component ${id}: it may be gone.`)} />
      ) : (
        <ComponentView workloads={[first, ...workloads.slice(1)]} topology={topology.data} />
      )}
    </>
  );
}

/** Parts of an application of which this page shows something. */
const PARTS = ['rules', 'components', 'ports', 'pods', 'rights'];

/** Component with its workloads, of which most have one. */
function ComponentView({
  workloads: [first, ...others],
  topology,
}: {
  readonly workloads: readonly [Component, ...Component[]];
  readonly topology: Topology;
}): ReactElement {
  const { service_id, name, state } = first;
  const { rules, may, missing } = topology;
  const [health, word] = fareOfState(state);
  const ofComponent = rules.filter((rule) => rule.service_id === service_id);
  const why = whyNotOperated(first);
  return (
    <>
      <Heading title={name} actions={why === '' && may.components.edit && <Operate component={first} />}>
        <HealthChip health={health}>{word}</HealthChip>
      </Heading>
      {why !== '' && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {why}
        </Alert>
      )}
      <Missing missing={missing.filter(({ part }) => PARTS.includes(part))} />
      {[first, ...others].map((each) => (
        <WorkloadPart key={`${each.kind}/${each.workload}`} component={each} />
      ))}
      <Typography variant="h6" component="h2" gutterBottom sx={{ mt: 2 }}>
        Rules
      </Typography>
      <RuleRows rules={ofComponent} />
      <Typography component="div" sx={{ mt: 2 }}>
        {may.metrics.read && <UsagePart component={first} rules={ofComponent} />}
      </Typography>
      <Typography variant="h6" component="h2" gutterBottom sx={{ mt: 2 }}>
        Events
      </Typography>
      <ComponentEvents id={service_id} topology={topology} />
    </>
  );
}

function ComponentEvents({
  id,
  topology,
}: {
  readonly id: string;
  readonly topology: Topology;
}): ReactElement {
  const isAllowed = topology.may.events.read;
  const events = useComponentEvents(useApplicationPlace(), id, isAllowed);
  return isAllowed ? (
    <EventRows query={events} topology={topology} />
  ) : (
    <Empty>You may not list the Events of this team.</Empty>
  );
}
