import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { keyOf } from '../../api/keys.ts';
import { dryRunOf, sendForLocation } from '../../api/send.ts';
import type { ApplicationPlace } from '../../api/topology.ts';
import { PlanPreview, Refusal } from '../../parts/plan/preview.tsx';
import { usePlan } from '../../parts/plan/useplan.ts';
import { Section } from '../../parts/section.tsx';
import { type InstallForm, manifestOf, missingIn, shownWriteOf, writeOf } from './form.ts';

/** What an install will do, and the button that makes it once somebody has seen that. */
export function Review({
  place,
  form,
}: {
  readonly place: ApplicationPlace;
  readonly form: InstallForm;
}): ReactElement {
  const missing = missingIn(form);
  const write = writeOf(place, form);
  const asked = usePlan(dryRunOf(write), 'when-asked');
  const isReady = missing.length === 0;
  return (
    <Section title="What this will do">
      {!isReady && (
        <Typography color="textSecondary" sx={{ mb: 1 }}>
          Still needed: {missing.join(', ')}.
        </Typography>
      )}
      <PlanPreview
        asked={asked}
        write={isReady ? shownWriteOf(write, form) : undefined}
        manifest={manifestOf(place.app, form)}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
        <Button
          variant={asked.plan === undefined ? 'contained' : 'outlined'}
          disabled={!isReady || asked.isAsking}
          onClick={asked.ask}
        >
          Show the plan
        </Button>
        {asked.plan !== undefined && <Install place={place} form={form} />}
      </Box>
    </Section>
  );
}

function Install({
  place,
  form,
}: {
  readonly place: ApplicationPlace;
  readonly form: InstallForm;
}): ReactElement {
  const client = useQueryClient();
  const navigate = useNavigate();
  const install = useMutation({
    mutationFn: () => sendForLocation<unknown>(writeOf(place, form)),
    onSuccess: ({ location }) => {
      void client.invalidateQueries({ queryKey: keyOf(place) });
      void navigate({
        to: '/teams/$team/$region/apps/$app/installs/$install',
        params: { ...place, install: location.split('/').pop() ?? '' },
      });
    },
  });
  return (
    <>
      <Button variant="contained" disabled={install.isPending} onClick={() => install.mutate()}>
        Install {form.app} {form.version}
      </Button>
      {install.isPending && <Alert severity="info">Installing, until all components exist …</Alert>}
      {install.isError && <Refusal error={install.error} />}
    </>
  );
}
