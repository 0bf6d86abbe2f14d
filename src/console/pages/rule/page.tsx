import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useParams } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useState } from 'react';
import { type ApplicationPlace, useTopology } from '../../api/topology.ts';
import type { Rule, Topology } from '../../api/types.ts';
import { Away } from '../../parts/away.tsx';
import { fareOfRule } from '../../parts/health.ts';
import { HealthChip } from '../../parts/mark.tsx';
import { Section } from '../../parts/section.tsx';
import { Failure, Waiting } from '../../parts/states.tsx';
import { Beside } from './beside.tsx';
import { Canary, type MovedShares } from './canary.tsx';
import { Conditions } from './conditions.tsx';
import { Destination } from './destination.tsx';
import { Encryption } from './encryption.tsx';
import { RuleActions } from './ruleactions.tsx';
import type { Shares } from './shares.ts';
import { isWebAddress, sharersOf, titleOf, whatItTakes } from './words.ts';

/** Page of a rule. */
export function Page(): ReactElement {
  const { team = '', region = '', app = '', rule: ruleId } = useParams({ strict: false });
  const place = { team, region, app };
  const topology = useTopology(place);
  // Kept here, as one answer without the rule must not lose them.
  const moved: MovedShares = useState<Shares>();
  const again = () => void topology.refetch();
  if (topology.data === undefined) {
    return topology.isError ? (
      <Failure error={topology.error} onRetry={again} />
    ) : (
      <Waiting what="Asking for the rule" />
    );
  }
  const rule = topology.data.rules.find(({ rule_id }) => rule_id === ruleId);
  if (rule === undefined) {
    return (
      <>
        <Typography variant="h5" component="h1">
          Rule
        </Typography>
        <Failure error={new Error(whyNot(topology.data))} onRetry={again} />
      </>
    );
  }
  return (
    <>
      <Away query={topology} />
      <RuleView rule={rule} topology={topology.data} place={place} moved={moved} />
    </>
  );
}

function whyNot({ rules, rules_total, missing }: Topology): string {
  const hidden = missing.find(({ part }) => part === 'rules');
  if (hidden !== undefined) {
    return hidden.why;
  }
  return rules_total > rules.length
    ? `This page knows ${rules.length} of the ${rules_total} rules of the application, and not this one: it is ready, or gone.`
    : 'The application has no such rule any more.';
}

function RuleView({
  rule,
  topology,
  place,
  moved,
}: {
  readonly rule: Rule;
  readonly topology: Topology;
  readonly place: ApplicationPlace;
  readonly moved: MovedShares;
}): ReactElement {
  const sharers = sharersOf(rule, topology.rules);
  return (
    <Stack spacing={2}>
      <Head rule={rule} actions={<RuleActions rule={rule} topology={topology} place={place} />} />
      {rule.managed_by !== '' && (
        <Alert severity="info">
          <bdi>{rule.managed_by}</bdi> manages this rule: change it there.
        </Alert>
      )}
      <Trouble rule={rule} />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
          alignItems: 'start',
        }}
      >
        <Section title="What it takes">
          <Typography gutterBottom>{whatItTakes(rule)}</Typography>
          <Encryption rule={rule} place={place} mayRead={topology.may.certificates.read} />
        </Section>
        <Section title="Where it leads">
          <Destination rule={rule} components={topology.components} place={place} />
        </Section>
        <Section title="What the gateway says">
          <Conditions conditions={rule.conditions} />
        </Section>
        <Section title="Who else answers there">
          <Beside rule={rule} rules={topology.rules} place={place} />
          {sharers.length > 1 && (
            <Canary rules={sharers} may={topology.may.rules} place={place} moved={moved} />
          )}
        </Section>
      </Box>
    </Stack>
  );
}

function Head({ rule, actions }: { readonly rule: Rule; readonly actions: ReactNode }): ReactElement {
  const title = <bdi>{titleOf(rule)}</bdi>;
  const [url = ''] = rule.urls;
  const [health, word] = fareOfRule(rule);
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2} sx={{ alignItems: { sm: 'center' } }}>
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <Typography variant="h5" component="h1" sx={{ overflowWrap: 'anywhere' }}>
          {isWebAddress(url) ? (
            <a href={url} target="_blank" rel="noreferrer">
              {title}
            </a>
          ) : (
            title
          )}
        </Typography>
        <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          Rule <bdi>{rule.name}</bdi>
        </Typography>
      </Box>
      <Box>
        <HealthChip health={health}>{word}</HealthChip>
      </Box>
      {actions}
    </Stack>
  );
}

/** Why a rule is not ready, and what to do. */
function Trouble({ rule: { ready, message, reason, todo } }: { readonly rule: Rule }): ReactElement | null {
  return ready === 'True' ? null : (
    <Alert severity={ready === 'False' ? 'error' : 'info'} sx={{ overflowWrap: 'anywhere' }}>
      <AlertTitle>
        {ready === 'False' ? 'No request gets through' : 'On its way'}
        {reason === '' ? '' : ` (${reason})`}
      </AlertTitle>
      <div>
        <bdi>{message}</bdi>
      </div>
      {todo !== '' && (
        <div>
          <strong>What to do:</strong> {todo}
        </div>
      )}
    </Alert>
  );
}
