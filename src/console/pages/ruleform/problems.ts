import type { FieldProblem, RuleForm } from './model.ts';

/** Members of the API that each field of the form is about, as paths within the rule's half. */
const PATHS: Readonly<Record<keyof RuleForm, readonly string[]>> = {
  protocol: ['protocol'],
  component: ['service_id'],
  port: ['container_port', 'whether_open'],
  host: ['domain_name'],
  path: ['domain_path'],
  weight: ['the_weight'],
  certificate: ['certificate_id'],
  isAutomatic: ['auto_ssl'],
  issuer: ['auto_ssl_config'],
  isRedirected: ['rule_extensions[httptohttps]'],
  cookies: ['domain_cookie'],
  headers: ['domain_header'],
  methods: ['policy.match.methods'],
  requestTimeout: ['policy.timeouts.request'],
  backendTimeout: ['policy.timeouts.backendRequest'],
  origins: ['policy.cors.allowOrigins'],
  extensions: ['rule_extensions'],
  policy: ['policy'],
  endPoint: ['end_point', 'default_ip', 'default_port'],
};

/** Problem of each field of the form: one counts for the field that its path names most closely. */
export function problemsByField(
  problems: readonly FieldProblem[],
): Readonly<Partial<Record<keyof RuleForm, string>>> {
  const found: Partial<Record<keyof RuleForm, string>> = {};
  for (const { field, message } of problems) {
    const name = fieldOf(field.replace(/^(http|tcp|tls)\./, ''));
    if (name !== undefined) {
      found[name] = found[name] === undefined ? message : `${found[name]}; ${message}`;
    }
  }
  return found;
}

function fieldOf(path: string): keyof RuleForm | undefined {
  const matches = Object.entries(PATHS)
    .flatMap(([name, paths]) => paths.map((each) => ({ name: name as keyof RuleForm, each })))
    .filter(({ each }) => path === each || (path.startsWith(each) && /^[.[]/.test(path.slice(each.length))))
    .toSorted((one, two) => two.each.length - one.each.length);
  return matches[0]?.name;
}
