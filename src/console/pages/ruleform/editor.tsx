import { mdiChevronDown } from '@mdi/js';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import SvgIcon from '@mui/material/SvgIcon';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type ReactElement, useId, useState } from 'react';
import { useCertificates } from '../../api/certificates.ts';
import type { StoredRule } from '../../api/rules.ts';
import type { ApplicationPlace } from '../../api/topology.ts';
import type { Topology } from '../../api/types.ts';
import { WritePreview } from '../../parts/write/preview.tsx';
import { type Editing, Field } from './field.tsx';
import { CertificateFields, ConditionFields, PolicyFields, TargetFields } from './fields.tsx';
import { Meanwhile } from './meanwhile.tsx';
import type { RuleForm } from './model.ts';
import { type RuleFormState, useRuleForm } from './useruleform.ts';

/** Editor of a rule: the form, and beside it what it is about to do. */
export function RuleEditor({
  place,
  topology,
  first,
  stored,
  onGone,
}: {
  readonly place: ApplicationPlace;
  readonly topology: Topology;
  readonly first: RuleForm;
  readonly stored?: StoredRule;
  /** Makes a new rule of what is typed, where the stored one is gone. */
  readonly onGone?: (typed: RuleForm) => void;
}): ReactElement {
  const state = useRuleForm({ place, topology, first, ...(stored && { stored }) });
  const { editing, write, prepared, versions, merge, drop } = state;
  return (
    <>
      {versions !== undefined && <Meanwhile versions={versions} onMerge={merge} onDrop={drop} />}
      {onGone !== undefined && (
        <Alert
          severity="warning"
          sx={{ mb: 2 }}
          action={<Button onClick={() => onGone(editing.form)}>Create it anew</Button>}
        >
          Somebody has deleted this rule meanwhile. What you have typed is still there.
        </Alert>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' },
          alignItems: 'start',
        }}
      >
        <Form state={state} place={place} topology={topology} isNew={stored === undefined} />
        <WritePreview write={write} prepared={prepared} />
      </Box>
    </>
  );
}

function Form({
  state: { editing, obstacle, prepared },
  place,
  topology,
  isNew,
}: {
  readonly state: RuleFormState;
  readonly place: ApplicationPlace;
  readonly topology: Topology;
  readonly isNew: boolean;
}): ReactElement {
  const navigate = useNavigate();
  const { rule } = useParams({ strict: false });
  const { team, region, app } = place;
  const leave = () =>
    rule === undefined
      ? navigate({ to: '/teams/$team/$region/apps/$app', params: { team, region, app } })
      : navigate({ to: '/teams/$team/$region/apps/$app/rules/$rule', params: { team, region, app, rule } });
  const save = async () => {
    await prepared.submit();
    await leave();
  };
  return (
    <Paper
      component="form"
      aria-label="Rule"
      sx={{ p: 2 }}
      onSubmit={(event) => {
        event.preventDefault();
        // What the API says to it is shown beside the form.
        void save().catch(() => undefined);
      }}
    >
      <Stack spacing={2}>
        {isNew && <ProtocolField editing={editing} />}
        <TargetFields editing={editing} topology={topology} />
        <Entry editing={editing} place={place} topology={topology} />
        <Stack direction="row" spacing={1} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
          <Button type="submit" variant="contained" disabled={obstacle !== '' || prepared.isSubmitting}>
            {isNew ? 'Create' : 'Save'}
          </Button>
          <Button onClick={() => void leave()}>Cancel</Button>
          <Typography role="status" color="textSecondary">
            {obstacle}
          </Typography>
        </Stack>
      </Stack>
    </Paper>
  );
}

const PROTOCOLS = [
  ['http', 'HTTP: a host and a path'],
  ['tcp', 'TCP: a port of the gateway'],
  ['udp', 'UDP: a port of the gateway'],
  ['tls', 'TLS, passed on undecrypted'],
] as const;

function ProtocolField({ editing: { form, change, problems } }: { readonly editing: Editing }): ReactElement {
  const choose = (text: string) => {
    const [protocol] = PROTOCOLS.find(([each]) => each === text) ?? PROTOCOLS[0];
    change({
      protocol,
      ...(protocol === 'tcp' || protocol === 'udp' ? { endPoint: form.endPoint || '0.0.0.0:' } : {}),
    });
  };
  return (
    <TextField
      select
      id="rule-protocol"
      label="Protocol"
      value={form.protocol}
      onChange={(event) => choose(event.target.value)}
      error={problems.protocol !== undefined}
      helperText={problems.protocol}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {PROTOCOLS.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </TextField>
  );
}

/** Fields of what a rule takes, by its protocol. */
function Entry({
  editing,
  place,
  topology,
}: {
  readonly editing: Editing;
  readonly place: ApplicationPlace;
  readonly topology: Topology;
}): ReactElement {
  switch (editing.form.protocol) {
    case 'tcp':
    case 'udp':
      return <Field editing={editing} name="endPoint" hint="0.0.0.0:PORT is every address." required />;
    case 'tls':
      return <Field editing={editing} name="host" hint="The name that clients ask for." required />;
    case 'http':
      return <HttpEntry editing={editing} place={place} topology={topology} />;
  }
}

function HttpEntry({
  editing,
  place,
  topology,
}: {
  readonly editing: Editing;
  readonly place: ApplicationPlace;
  readonly topology: Topology;
}): ReactElement {
  const certificates = useCertificates(place, topology.may.certificates.read);
  // The form begins with it.
  const [stored] = useState(editing.form.certificate);
  return (
    <>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2}>
        <Field editing={editing} name="host" hint="Such as shop.example.com, or *.example.com." required />
        <Field editing={editing} name="path" hint="The beginning of paths." />
      </Stack>
      <CertificateFields editing={editing} certificates={certificates.data?.list ?? []} stored={stored} />
      <Part title="Only some requests" isOpen={editing.form.headers + editing.form.cookies !== ''}>
        <ConditionFields editing={editing} />
      </Part>
      <Part title="Weight, times, and more">
        <Stack spacing={2}>
          <Field
            editing={editing}
            name="weight"
            hint="Share among rules with the same host, path and conditions."
          />
          <PolicyFields editing={editing} />
        </Stack>
      </Part>
    </>
  );
}

function Part({
  title,
  isOpen = false,
  children,
}: {
  readonly title: string;
  readonly isOpen?: boolean;
  readonly children: ReactElement;
}): ReactElement {
  const id = useId();
  // What is typed may not close it.
  const [isOpenAtFirst] = useState(isOpen);
  return (
    <Accordion
      variant="outlined"
      disableGutters
      defaultExpanded={isOpenAtFirst}
      slotProps={{ heading: { component: 'h2' } }}
    >
      <AccordionSummary
        id={`${id}-head`}
        aria-controls={`${id}-content`}
        expandIcon={
          <SvgIcon>
            <path d={mdiChevronDown} />
          </SvgIcon>
        }
      >
        {title}
      </AccordionSummary>
      <AccordionDetails>{children}</AccordionDetails>
    </Accordion>
  );
}
