import type { RuleForm } from './model.ts';

/** Name of a field for people. */
export const FIELD_NAMES: Readonly<Record<keyof RuleForm, string>> = {
  protocol: 'Protocol',
  component: 'Component',
  port: 'Port of the component',
  host: 'Host',
  path: 'Path',
  weight: 'Weight',
  certificate: 'Certificate',
  isAutomatic: 'Get a certificate automatically',
  issuer: 'Issuer',
  isRedirected: 'Redirect HTTP to HTTPS',
  cookies: 'Cookies',
  headers: 'Headers',
  methods: 'Methods',
  requestTimeout: 'Time for the whole answer',
  backendTimeout: 'Time for one try',
  origins: 'Origins of other pages (CORS)',
  extensions: 'Extensions',
  policy: 'Further policy',
  endPoint: 'Address and port',
};

/** A field that is not the same for everybody who has edited a rule. */
export interface FieldDifference {
  readonly field: keyof RuleForm;
  readonly before: string;
  readonly theirs: string;
  readonly mine: string;
  /** Whether both have changed it, to different values. */
  readonly isContested: boolean;
}

/** Three states of one rule: as it was read, as others have left it, and as it is typed here. */
export interface Versions {
  readonly before: RuleForm;
  readonly theirs: RuleForm;
  readonly mine: RuleForm;
}

/** Fields that somebody has changed since the rule was read. */
export function differencesOf({ before, theirs, mine }: Versions): readonly FieldDifference[] {
  return fieldsOf(before)
    .map((field) => {
      const [old, other, own] = [shown(before[field]), shown(theirs[field]), shown(mine[field])];
      const isContested = other !== old && own !== old && other !== own;
      return { field, before: old, theirs: other, mine: own, isContested };
    })
    .filter(({ before: old, theirs: other, mine: own }) => other !== old || own !== old);
}

/** The form with what others have changed, except where it was changed here. */
export function mergedForm({ before, theirs, mine }: Versions): RuleForm {
  const own = fieldsOf(mine).filter((field) => shown(mine[field]) !== shown(before[field]));
  return { ...theirs, ...Object.fromEntries(own.map((field) => [field, mine[field]])) };
}

function fieldsOf(form: RuleForm): readonly (keyof RuleForm)[] {
  return Object.keys(form) as (keyof RuleForm)[];
}

function shown(value: RuleForm[keyof RuleForm]): string {
  if (typeof value === 'boolean') {
    return value ? 'yes' : 'no';
  }
  return typeof value === 'string' ? value : value.join(', ');
}
