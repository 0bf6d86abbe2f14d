import type { z } from 'zod';

/** Problem of an input: the dotted path of a field, and a message that says what it must be. */
export interface InputProblem {
  readonly path: string;
  readonly message: string;
}

/** Problems of a failed parse. */
export function problemsOf({ issues }: z.ZodError): InputProblem[] {
  return issues.map((issue) => ({ path: issue.path.join('.'), message: messageOf(issue) }));
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
