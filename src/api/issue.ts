import type { z } from 'zod';

/** Problem of an input: the dotted path of a field, and a message that says what it must be. */
export interface InputProblem {
  readonly path: string;
  readonly message: string;
}

/** Problems of a failed parse. */
export function problemsOf({ issues }: z.ZodError): InputProblem[] {
  return issues.flatMap((issue) => problemsIn(issue));
}

function problemsIn(issue: z.core.$ZodIssue): readonly InputProblem[] {
  const path = issue.path.join('.');
  const meant = issue.code === 'invalid_union' ? meantOf(issue) : undefined;
  return meant === undefined
    ? [{ path, message: messageOf(issue) }]
    : meant
        .flatMap(problemsIn)
        .map((each) => ({ ...each, path: [path, each.path].filter(Boolean).join('.') }));
}

/** Issues of the only form of a union that an input has, if it has one. */
function meantOf({ errors }: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue[] | undefined {
  const [only, ...others] = errors.filter(
    (issues) => !issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0),
  );
  return others.length === 0 ? only : undefined;
}

function messageOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be of type ${issue.expected}`;
    case 'too_small':
      return `must ${sized(issue.origin)} at least ${issue.minimum}${unit(issue.origin)}`;
    case 'too_big':
      return `must ${sized(issue.origin)} at most ${issue.maximum}${unit(issue.origin)}`;
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
    case 'invalid_key':
      return issue.issues.map(messageOf).join(', ');
    default:
      return issue.message;
  }
}

function sized(origin: string): 'have' | 'be' {
  return unit(origin) === '' ? 'be' : 'have';
}

function unit(origin: string): string {
  const units: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' };
  return units[origin] ?? '';
}
