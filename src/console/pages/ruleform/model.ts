/** Form of a rule, each field as the text that somebody has typed. */
export interface RuleForm {
  readonly protocol: 'http' | 'tcp' | 'udp' | 'tls';
  readonly component: string;
  readonly port: string;
  readonly host: string;
  readonly path: string;
  readonly weight: string;
  /** Certificate, as `certificateValue` has it; empty is none. */
  readonly certificate: string;
  readonly isAutomatic: boolean;
  readonly issuer: string;
  readonly isRedirected: boolean;
  readonly cookies: string;
  readonly headers: string;
  readonly methods: readonly string[];
  readonly requestTimeout: string;
  readonly backendTimeout: string;
  /** Origins, one a line. */
  readonly origins: string;
  /** Further extensions as key:value, one a line. */
  readonly extensions: string;
  /** Further members of the policy, in YAML. */
  readonly policy: string;
  readonly endPoint: string;
}

/** Body of a request that creates a rule or edits one. */
export type RuleBody = Readonly<Record<string, unknown>>;

/** A field of a request that is wrong, in the API's spelling. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** Outcome of a form: a body, or what keeps it from being one. */
export type Made<T> =
  | { readonly type: 'made'; readonly value: T }
  | { readonly type: 'wrong'; readonly problem: FieldProblem };

/** Lines of a text that say something. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
