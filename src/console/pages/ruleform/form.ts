import type { components } from '../../../client/paths.d.ts';
import { certificateMembers, certificateValue } from './certificatevalue.ts';
import { linesOf, type Made, type RuleBody, type RuleForm } from './model.ts';
import { joinedPolicy, type Policy, splitPolicy } from './policy.ts';

/** Record of a rule, as the API answers it. */
export type RuleRecord =
  | components['schemas']['HttpRecord']
  | components['schemas']['TcpRecord']
  | components['schemas']['TlsRecord'];

/** Extension that redirects HTTP to HTTPS. */
const REDIRECT = 'httptohttps';

/** Form of a new rule, for a component and a port where they are known. */
export function newForm(component = '', port = ''): RuleForm {
  return {
    protocol: 'http',
    component,
    port,
    host: '',
    path: '/',
    weight: '100',
    certificate: '',
    isAutomatic: false,
    issuer: '',
    isRedirected: false,
    cookies: '',
    headers: '',
    methods: [],
    requestTimeout: '',
    backendTimeout: '',
    origins: '',
    extensions: '',
    policy: '',
    endPoint: '',
  };
}

/** Form of a rule as it is stored. */
export function formOf(record: RuleRecord): RuleForm {
  const common = newForm(record.service_id, String(record.container_port));
  if ('tcp_rule_id' in record) {
    const protocol = record.protocol === 'udp' ? 'udp' : 'tcp';
    const extensions = record.rule_extensions.split(',').join('\n');
    return { ...common, protocol, endPoint: record.end_point, extensions };
  }
  if ('tls_rule_id' in record) {
    return { ...common, protocol: 'tls', host: record.domain_name };
  }
  const others = record.rule_extensions.filter((each) => each !== `${REDIRECT}:true`);
  return {
    ...common,
    host: record.domain_name,
    path: record.domain_path,
    weight: String(record.the_weight),
    certificate: certificateIn(record),
    isAutomatic: record.auto_ssl,
    issuer: record.auto_ssl_config,
    isRedirected: others.length < record.rule_extensions.length,
    cookies: record.domain_cookie,
    headers: record.domain_heander,
    extensions: others.join('\n'),
    ...splitPolicy(record.policy ?? {}),
  };
}

/** Value of the certificate that a rule names; empty also where one was obtained for it, which its record shows, too. */
function certificateIn(record: Extract<RuleRecord, { readonly http_rule_id: string }>): string {
  const { certificate_id: id, certificate_name: name = '', protocol } = record;
  return id > 0 || (protocol === 'https' && name !== '') ? certificateValue({ id, name }) : '';
}

/** Advice on what to do before there is enough to ask the API about a form; empty where there is enough. */
export function lackOf({ protocol, component, port, host, endPoint }: RuleForm): string {
  const name =
    protocol === 'tcp' || protocol === 'udp'
      ? { text: endPoint, words: 'Give it an address and a port.' }
      : { text: host, words: 'Give it a host.' };
  const needed = [
    { text: component, words: 'Choose a component.' },
    { text: port, words: 'Choose a port of the component.' },
    name,
  ];
  return needed.find(({ text }) => text.trim() === '')?.words ?? '';
}

/** Body that creates the rule of a form. */
export function bodyOf(form: RuleForm): Made<RuleBody> {
  const half = halfOf(form);
  if (half.type === 'wrong') {
    return half;
  }
  const said = Object.fromEntries(
    Object.entries(half.value).filter(([member, value]) => !isUnsaid(member, value)),
  );
  return {
    type: 'made',
    value: { protocol: form.protocol, [halfNameOf(form)]: { ...said, ...proposedBy(form) } },
  };
}

/** Members that a new rule need not have, with the values that they have without being said. */
const UNSAID: Readonly<Record<string, unknown>> = {
  domain_path: '/',
  domain_cookie: '',
  domain_header: '',
  the_weight: 100,
  certificate_id: 0,
  certificate_name: '',
  auto_ssl: false,
  auto_ssl_config: '',
  rule_extensions: [],
  policy: {},
};

function isUnsaid(member: string, value: unknown): boolean {
  return member in UNSAID && JSON.stringify(value) === JSON.stringify(UNSAID[member]);
}

/** Members that a new rule has and an edit does not: this form opens the port, and proposes the address itself. */
function proposedBy(form: RuleForm): Readonly<Record<string, unknown>> {
  switch (halfNameOf(form)) {
    case 'http':
      return { whether_open: true };
    case 'tcp': {
      const colon = form.endPoint.lastIndexOf(':');
      return {
        default_ip: form.endPoint.slice(0, Math.max(colon, 0)).replaceAll(/[[\]]/g, ''),
        default_port: numberOr(form.endPoint.slice(colon + 1)),
      };
    }
    case 'tls':
      return {};
  }
}

/** Body that makes a stored rule what its form says: the members that differ from those of its form before. */
export function changesOf(form: RuleForm, before: RuleForm): Made<RuleBody> {
  const [now, then] = [halfOf(form), halfOf(before)];
  if (now.type === 'wrong') {
    return now;
  }
  const old = then.type === 'made' ? then.value : {};
  const changed = Object.entries(now.value).filter(
    ([member, value]) => JSON.stringify(value) !== JSON.stringify(old[member]),
  );
  const half = Object.fromEntries(changed);
  const isMoved = 'container_port' in half || 'service_id' in half;
  const opens = form.protocol === 'http' && isMoved ? { whether_open: true } : {};
  return {
    type: 'made',
    value: changed.length === 0 ? {} : { protocol: form.protocol, [halfNameOf(form)]: { ...half, ...opens } },
  };
}

/** Half of a body that has the members of a protocol. */
function halfNameOf({ protocol }: Pick<RuleForm, 'protocol'>): 'http' | 'tcp' | 'tls' {
  return protocol === 'udp' ? 'tcp' : protocol;
}

function halfOf(form: RuleForm): Made<Readonly<Record<string, unknown>>> {
  const target = { service_id: form.component.trim(), container_port: numberOr(form.port) };
  const name = halfNameOf(form);
  if (name === 'tls') {
    return { type: 'made', value: { ...target, domain_name: form.host.trim() } };
  }
  const extensions = linesOf(form.extensions).map(extensionOf);
  if (name === 'tcp') {
    return {
      type: 'made',
      value: { ...target, end_point: form.endPoint.trim(), rule_extensions: extensions },
    };
  }
  const policy = joinedPolicy(form);
  return policy.type === 'wrong'
    ? policy
    : { type: 'made', value: { ...target, ...httpMembers(form, extensions, policy.value) } };
}

function httpMembers(form: RuleForm, extensions: readonly Extension[], policy: Policy) {
  return {
    domain_name: form.host.trim(),
    domain_path: form.path.trim() || '/',
    domain_cookie: form.cookies.trim(),
    domain_header: form.headers.trim(),
    the_weight: form.weight.trim() === '' ? 100 : numberOr(form.weight),
    ...certificateMembers(form.certificate),
    auto_ssl: form.isAutomatic,
    auto_ssl_config: form.issuer.trim(),
    rule_extensions: form.isRedirected ? [{ key: REDIRECT, value: 'true' }, ...extensions] : extensions,
    policy,
  };
}

interface Extension {
  readonly key: string;
  readonly value: string;
}

function extensionOf(line: string): Extension {
  const colon = line.indexOf(':');
  return colon < 0
    ? { key: line, value: '' }
    : { key: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() };
}

/** The number that a text is, or the text, about which the API says what is wrong. */
function numberOr(text: string): number | string {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : text.trim();
}
