import { useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { rulesPath, type StoredRule } from '../../api/rules.ts';
import type { Write } from '../../api/send.ts';
import type { ApplicationPlace } from '../../api/topology.ts';
import { type PreparedWrite, useWrite } from '../../parts/write/usewrite.ts';
import type { Editing } from './field.tsx';
import { bodyOf, changesOf, formOf, isComplete } from './form.ts';
import { mergedForm, type Versions } from './merge.ts';
import type { FieldProblem, RuleForm } from './model.ts';
import { problemsByField } from './problems.ts';

/** A rule as a form began with it. */
interface Base {
  readonly form: RuleForm;
  readonly etag: string;
}

/** A form of a rule at work. */
export interface RuleFormState {
  readonly editing: Editing;
  readonly write: Write | undefined;
  readonly prepared: PreparedWrite<unknown>;
  /** Versions of the rule where others have changed it since; undefined where nobody has changed it. */
  readonly versions: Versions | undefined;
  readonly merge: () => void;
  readonly drop: () => void;
}

/** Form of a rule: of a stored one, which others may change meanwhile, or of a new one where there is none. */
export function useRuleForm(place: ApplicationPlace, first: RuleForm, stored?: StoredRule): RuleFormState {
  const [form, setForm] = useState(first);
  const [base, setBase] = useState<Base | undefined>(stored && { form: first, etag: stored.etag });
  const made = base === undefined ? bodyOf(form) : changesOf(form, base.form);
  const isWritable = isComplete(form) && made.type === 'made' && Object.keys(made.value).length > 0;
  const write = isWritable ? writeOf(place, made.value, stored && { stored, base }) : undefined;
  const prepared = useWrite(write);
  const theirs = base !== undefined && stored !== undefined && stored.etag !== base.etag ? stored : undefined;
  const versions = base && theirs && { before: base.form, theirs: formOf(theirs.record), mine: form };
  const settle = (next: RuleForm) => {
    if (versions !== undefined && theirs !== undefined) {
      setBase({ form: versions.theirs, etag: theirs.etag });
      setForm(next);
    }
  };
  const problems = problemsByField([...(made.type === 'wrong' ? [made.problem] : []), ...told(prepared)]);
  return {
    editing: {
      form,
      change: (changes) => setForm((before) => ({ ...before, ...changes })),
      problems,
    },
    write,
    prepared,
    versions,
    merge: () => versions && settle(mergedForm(versions)),
    drop: () => versions && settle(versions.theirs),
  };
}

function writeOf(
  place: ApplicationPlace,
  body: unknown,
  before: { readonly stored: StoredRule; readonly base: Base | undefined } | undefined,
): Write {
  const path = rulesPath(place);
  return before === undefined
    ? { method: 'POST', path, body }
    : {
        method: 'PUT',
        path: `${path}/${idOf(before.stored)}`,
        body,
        ifMatch: before.base?.etag,
      };
}

function idOf({ record }: StoredRule): string {
  if ('tcp_rule_id' in record) {
    return record.tcp_rule_id;
  }
  return 'tls_rule_id' in record ? record.tls_rule_id : record.http_rule_id;
}

/** Problems of fields as the API has told them: of the write, of the dry run, and what has no effect. */
function told({ failure, refusal, preview }: PreparedWrite<unknown>): readonly FieldProblem[] {
  const errors = [failure, refusal].filter((each) => each instanceof ApiError);
  return [
    ...(errors[0]?.fields ?? []),
    ...(preview?.not_applied ?? []).map(({ path, why }) => ({
      field: path,
      message: `has no effect: ${why}`,
    })),
  ];
}
