import TextField, { type TextFieldProps } from '@mui/material/TextField';
import type { ReactElement } from 'react';
import type { Choice } from './choices.ts';
import { FIELD_NAMES } from './merge.ts';
import type { RuleForm } from './model.ts';
import type { Problems } from './problems.ts';

/** A form that is being filled in: its state, how to change it, and what is wrong with each field. */
export interface Editing {
  readonly form: RuleForm;
  readonly change: (changes: Partial<RuleForm>) => void;
  readonly problems: Problems;
}

/** Names of fields that are texts. */
type TextName = {
  [Name in keyof RuleForm]: RuleForm[Name] extends string ? Name : never;
}[keyof RuleForm];

/** Text field of a form, with what is wrong with it in place of its hint. */
export function Field({
  editing: { form, change, problems },
  name,
  hint,
  ...more
}: {
  readonly editing: Editing;
  readonly name: TextName;
  readonly hint?: string;
} & Pick<TextFieldProps, 'multiline' | 'minRows' | 'required' | 'slotProps' | 'placeholder'>): ReactElement {
  const problem = problems[name];
  return (
    <TextField
      {...more}
      id={`rule-${name}`}
      label={FIELD_NAMES[name]}
      value={form[name]}
      onChange={(event) => change({ [name]: event.target.value })}
      error={problem !== undefined}
      helperText={problem ?? hint}
      autoComplete="off"
    />
  );
}

/** Field of a form with choices; what is stored is one of them, also where nobody knows it. */
export function ChoiceField({
  editing,
  name,
  choices,
  hint,
  required = false,
}: {
  readonly editing: Editing;
  readonly name: TextName;
  readonly choices: readonly Choice[];
  readonly hint?: string;
  readonly required?: boolean;
}): ReactElement {
  const value = editing.form[name];
  const problem = editing.problems[name];
  const unknown = { value, text: problem === undefined ? value : `${value} (not right)` };
  const all = choices.some((each) => each.value === value) ? choices : [unknown, ...choices];
  return (
    <TextField
      select
      required={required}
      id={`rule-${name}`}
      label={FIELD_NAMES[name]}
      value={value}
      onChange={(event) => editing.change({ [name]: event.target.value })}
      error={problem !== undefined}
      helperText={problem ?? hint}
      // Hundreds of choices would stall a list of ours; the browser's own does not mind.
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {all.map((each) => (
        <option key={each.value} value={each.value}>
          {each.text}
        </option>
      ))}
    </TextField>
  );
}
