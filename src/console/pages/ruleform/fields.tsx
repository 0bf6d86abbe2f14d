import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import type { ReactElement } from 'react';
import type { Topology } from '../../api/types.ts';
import type { ListedCertificate } from '../certificates/ends.ts';
import { certificateChoices, componentChoices, portChoices } from './choices.ts';
import { ChoiceField, type Editing, Field } from './field.tsx';
import { FIELD_NAMES } from './merge.ts';

/** Fields of where a rule leads to: a component of the application, and one of its ports. */
export function TargetFields({
  editing,
  topology,
}: {
  readonly editing: Editing;
  readonly topology: Topology;
}): ReactElement {
  const { protocol, component } = editing.form;
  const components = [{ value: '', text: 'choose one' }, ...componentChoices(topology.components)];
  const ports = portChoices(topology.components, component, protocol === 'udp' ? 'udp' : 'tcp');
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2}>
      {topology.components.length === 0 ? (
        <Field editing={editing} name="component" hint="The id of a component." required />
      ) : (
        <ChoiceField editing={editing} name="component" choices={components} required />
      )}
      {ports.length === 0 ? (
        <Field editing={editing} name="port" hint="The number that its containers listen at." required />
      ) : (
        <ChoiceField
          editing={editing}
          name="port"
          choices={[{ value: '', text: 'choose one' }, ...ports]}
          hint="The rule opens it to the outside."
          required
        />
      )}
    </Stack>
  );
}

/** Fields of a certificate: from the list of the team, or automatic. */
export function CertificateFields({
  editing,
  certificates,
  stored,
}: {
  readonly editing: Editing;
  readonly certificates: readonly ListedCertificate[];
  /** Certificate of the stored rule. */
  readonly stored: string;
}): ReactElement {
  const { isAutomatic } = editing.form;
  return (
    <Stack spacing={2}>
      <ChoiceField
        editing={editing}
        name="certificate"
        choices={certificateChoices(certificates, stored)}
        hint="With a certificate, the rule is for HTTPS."
      />
      <Flag editing={editing} name="isAutomatic" />
      {isAutomatic && (
        <Field
          editing={editing}
          name="issuer"
          hint="Such as clusterissuer/letsencrypt; empty leaves it to a service outside."
        />
      )}
      <Flag editing={editing} name="isRedirected" />
    </Stack>
  );
}

function Flag({
  editing: { form, change, problems },
  name,
}: {
  readonly editing: Editing;
  readonly name: 'isAutomatic' | 'isRedirected';
}): ReactElement {
  const problem = problems[name];
  return (
    <div>
      <FormControlLabel
        control={<Switch checked={form[name]} onChange={(_event, on) => change({ [name]: on })} />}
        label={FIELD_NAMES[name]}
      />
      {problem !== undefined && <FormHelperText error>{problem}</FormHelperText>}
    </div>
  );
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'CONNECT', 'TRACE'];

/** Fields of what a request must have beside its host and path. */
export function ConditionFields({ editing }: { readonly editing: Editing }): ReactElement {
  return (
    <Stack spacing={2}>
      <Field editing={editing} name="headers" hint="All must match: name=value;name=value" />
      <Field editing={editing} name="cookies" hint="All must match: name=value;name=value" />
      <MethodsField editing={editing} />
    </Stack>
  );
}

function MethodsField({ editing: { form, change, problems } }: { readonly editing: Editing }): ReactElement {
  const toggle = (method: string, on: boolean) =>
    change({ methods: on ? [...form.methods, method] : form.methods.filter((each) => each !== method) });
  return (
    <FormControl component="fieldset" variant="standard">
      <FormLabel component="legend">Methods (none: all)</FormLabel>
      <FormGroup row>
        {METHODS.map((method) => (
          <FormControlLabel
            key={method}
            control={
              <Checkbox
                size="small"
                checked={form.methods.includes(method)}
                onChange={(_event, on) => toggle(method, on)}
              />
            }
            label={method}
          />
        ))}
      </FormGroup>
      {problems.methods !== undefined && <FormHelperText error>{problems.methods}</FormHelperText>}
    </FormControl>
  );
}

/** Fields of what happens to a request on its way. */
export function PolicyFields({ editing }: { readonly editing: Editing }): ReactElement {
  return (
    <Stack spacing={2}>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2}>
        <Field editing={editing} name="requestTimeout" hint="Such as 30s; all tries together." />
        <Field editing={editing} name="backendTimeout" hint="Such as 5s." />
      </Stack>
      <Field
        editing={editing}
        name="origins"
        hint="Pages that may send requests, one a line, such as https://shop.example.com."
        multiline
      />
      <Field editing={editing} name="extensions" hint="One a line, such as lb-type:round-robin." multiline />
      <Field
        editing={editing}
        name="policy"
        hint="YAML or JSON with the other members of spec.http.policy, such as rateLimit: { requests: 10, per: second }"
        multiline
        minRows={3}
        slotProps={{ htmlInput: { spellCheck: false } }}
      />
    </Stack>
  );
}
