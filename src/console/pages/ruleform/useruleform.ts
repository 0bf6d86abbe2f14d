import { useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { rulesPath, type StoredRule } from '../../api/rules.ts';
import type { Write } from '../../api/send.ts';
import type { ApplicationPlace } from '../../api/topology.ts';
import type { Topology } from '../../api/types.ts';
import { isRefused, type PreparedWrite, useWrite } from '../../parts/write/usewrite.ts';
import type { Editing } from './field.tsx';
import { bodyOf, changesOf, formOf, lackOf } from './form.ts';
import { mergedForm, type Versions } from './merge.ts';
import type { FieldProblem, Made, RuleBody, RuleForm } from './model.ts';
import { type Problems, problemOfPort, problemsByField, problemsOfStored } from './problems.ts';

/** A rule as a form began with it. */
interface Base {
  readonly form: RuleForm;
  readonly etag: string;
}

/** A form of a rule at work. */
export interface RuleFormState {
  readonly editing: Editing;
  readonly write: Write | undefined;
  /** Why it cannot be sent now; empty where it can. */
  readonly obstacle: string;
  readonly prepared: PreparedWrite<unknown>;
  /** Versions of the rule where others have changed it since; undefined where nobody has changed it. */
  readonly versions: Versions | undefined;
  readonly merge: () => void;
  readonly drop: () => void;
}

/** Beginning of a form of a rule. */
export interface Beginning {
  readonly place: ApplicationPlace;
  readonly topology: Topology;
  readonly first: RuleForm;
  /** Rule that is edited; absent for a new one. */
  readonly stored?: StoredRule;
}

/** Form of a rule: of a stored one, which others may change meanwhile, or of a new one where there is none. */
export function useRuleForm({ place, topology, first, stored }: Beginning): RuleFormState {
  const [form, setForm] = useState(first);
  const [base, setBase] = useState<Base | undefined>(stored && { form: first, etag: stored.etag });
  const made = base === undefined ? bodyOf(form) : changesOf(form, base.form);
  const body = bodyToSend(form, made);
  const write = body && writeOf(place, body, stored && { stored, base });
  const prepared = useWrite(write);
  const theirs = base !== undefined && stored !== undefined && stored.etag !== base.etag ? stored : undefined;
  const versions = base && theirs && { before: base.form, theirs: formOf(theirs.record), mine: form };
  const settle = (next: RuleForm) => {
    if (versions !== undefined && theirs !== undefined) {
      setBase({ form: versions.theirs, etag: theirs.etag });
      setForm(next);
    }
  };
  const problems = {
    ...storedProblems(topology, { stored, base, form }),
    ...problemOfPort(topology.components, form),
    ...problemsByField([...wrongOf(made), ...told(prepared)]),
  };
  return {
    editing: {
      form,
      change: (changes) => setForm((before) => ({ ...before, ...changes })),
      problems,
    },
    write,
    obstacle: obstacleOf({ form, made, prepared }),
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

/** Body of a form that says enough, and says something new. */
function bodyToSend(form: RuleForm, made: Made<RuleBody>): RuleBody | undefined {
  return lackOf(form) === '' && made.type === 'made' && !isSameAsBefore(made) ? made.value : undefined;
}

/** Why a form cannot be sent now; empty where it can. */
function obstacleOf({
  form,
  made,
  prepared,
}: {
  readonly form: RuleForm;
  readonly made: Made<RuleBody>;
  readonly prepared: PreparedWrite<unknown>;
}): string {
  const isWrong = made.type === 'wrong' || isRefused(prepared);
  return (
    lackOf(form) ||
    (isSameAsBefore(made) ? 'Nothing is changed yet.' : '') ||
    (isWrong ? 'Correct what is marked.' : '')
  );
}

function isSameAsBefore(made: Made<RuleBody>): boolean {
  return made.type === 'made' && Object.keys(made.value).length === 0;
}

function wrongOf(made: Made<RuleBody>): readonly FieldProblem[] {
  return made.type === 'wrong' ? [made.problem] : [];
}

/** Problems that the conditions of a stored rule tell, while they are about what it says now. */
function storedProblems(
  { rules }: Topology,
  {
    stored,
    base,
    form,
  }: {
    readonly stored: StoredRule | undefined;
    readonly base: Base | undefined;
    readonly form: RuleForm;
  },
): Problems {
  const rule = stored && rules.find(({ rule_id }) => rule_id === idOf(stored));
  return rule === undefined || base === undefined ? {} : problemsOfStored(rule, base.form, form);
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
