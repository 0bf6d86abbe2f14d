import type { Component, Rule } from '../../api/types.ts';
import { portsOf } from './choices.ts';
import type { FieldProblem, RuleForm } from './model.ts';

/** Problem of each field of a form; those that are right are left out. */
export type Problems = Readonly<Partial<Record<keyof RuleForm, string>>>;

/** Members of the API that each field of the form is about, as paths within the rule's half. */
const PATHS: Readonly<Record<keyof RuleForm, readonly string[]>> = {
  protocol: ['protocol'],
  component: ['service_id'],
  port: ['container_port', 'whether_open'],
  host: ['domain_name'],
  path: ['domain_path'],
  weight: ['the_weight'],
  certificate: ['certificate_id', 'certificate_name'],
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

/** Fields of the form that conditions are about, where their messages name none. */
const BY_REASON: Readonly<Record<string, readonly (keyof RuleForm)[]>> = {
  HostTaken: ['host', 'endPoint'],
  NameKept: ['host', 'endPoint'],
  AddressTaken: ['endPoint'],
  PortNotOffered: ['endPoint'],
  ComponentNotFound: ['component'],
  PortNotFound: ['port'],
  PortNotOpen: ['port'],
  PortNotForGrpc: ['port'],
  CertificateNotFound: ['certificate'],
  CertificateInvalid: ['certificate'],
  CertificateNotForHost: ['certificate'],
  CertificateExpired: ['certificate'],
  CertificateNotYetValid: ['certificate'],
};

/** Problems of the fields of a stored rule, as its conditions tell; each ends once its field is another. */
export function problemsOfStored(
  { conditions }: Pick<Rule, 'conditions'>,
  before: RuleForm,
  form: RuleForm,
): Problems {
  const found = conditions.flatMap(({ status, reason, message }) => {
    if (status !== 'False') {
      return [];
    }
    const [, path = ''] = /^spec\.([\w.[\]]+)/.exec(message) ?? [];
    const named = fieldOf(path.replace(/^(http|tcp|tls)\.(\w+)/, (_all, _half, member) => snake(member)));
    const fields = named === undefined ? (BY_REASON[reason] ?? []) : [named];
    return fields
      .filter((name) => before[name] !== '' && before[name] === form[name])
      .map((name) => [name, message.replace(/^spec\.\S+: /, '')] as const);
  });
  // What comes first counts: later conditions follow from it.
  return Object.fromEntries(found.toReversed());
}

function snake(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Problem of a port that the component does not have; none where nobody knows the ports of the component. */
export function problemOfPort(components: readonly Component[], form: RuleForm): Problems {
  const ports = portsOf(components, form.component, form.protocol === 'udp' ? 'udp' : 'tcp');
  const typed = form.port.trim();
  const isThere = ports.some(({ port, container_port }) =>
    [port, container_port].map(String).includes(typed),
  );
  return typed === '' || ports.length === 0 || isThere ? {} : { port: `The component has no port ${typed}.` };
}

/** Problem of each field of the form: one counts for the field that its path names most closely. */
export function problemsByField(problems: readonly FieldProblem[]): Problems {
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
