import type { Rule } from '../../api/types.ts';
import type { Health } from '../../parts/health.ts';

/** A condition of a rule. */
export type RuleCondition = Rule['conditions'][number];

/** Health of a condition of a rule: a field without effect stops nothing, and what nobody can prove is no problem. */
export function healthOfCondition({ type, status, reason }: RuleCondition): Health {
  if (status === 'True') {
    return 'good';
  }
  if (status === 'False') {
    return type === 'FullyExpressed' ? 'warning' : 'bad';
  }
  return reason === 'NotProbed' ? 'off' : 'busy';
}

/** Sentence on what a rule takes. */
export function whatItTakes(rule: Rule): string {
  const { protocol, host, port, path, summary } = rule;
  const further = summary === '' ? '' : ` Conditions: ${summary}.`;
  switch (protocol) {
    case 'http':
      return `Takes requests for ${hostText(host)} and ${pathText(path)} at port ${port}.${further}`;
    case 'grpc':
      return `Takes calls of gRPC for ${hostText(host)} at port ${port}.${further}`;
    case 'tls':
      return `Takes TLS connections for ${hostText(host)} at port ${port}, and passes them on undecrypted.`;
    case 'tcp':
    case 'udp': {
      const what = protocol === 'tcp' ? 'connections' : 'datagrams';
      return `Takes all ${what} at port ${port} of ${host === '' ? 'the gateway' : host}.`;
    }
  }
}

function hostText(host: string): string {
  return host.startsWith('*.') ? `all names below ${host.slice(2)}` : host;
}

function pathText(path: string): string {
  return path === '/' || path === '' ? 'all paths' : `paths below ${path}`;
}

/** Sentence on what a rule does about HTTPS; empty where that is no question. */
export function whatItEncrypts({ protocol, certificate_id, certificate_name, port }: Rule): string {
  if (protocol !== 'http' && protocol !== 'grpc') {
    return '';
  }
  if (certificate_id > 0) {
    return `HTTPS with the certificate ${certificate_id} of the team.`;
  }
  return certificate_name === ''
    ? `No certificate: requests come in the clear at port ${port}.`
    : `HTTPS with the certificate in the Secret ${certificate_name}.`;
}

/** Name of a rule for people: where clients find it. */
export function titleOf({ urls, host, port, path, name }: Rule): string {
  const [url] = urls;
  if (url !== undefined) {
    return url;
  }
  return host === '' ? name : `${host}${path || `:${port}`}`;
}

/** Whether an address can be opened in a browser. */
export function isWebAddress(url: string): boolean {
  return /^https?:\/\//.test(url);
}

/** Other rules for the host and the path of a rule. */
export function besides(rule: Rule, rules: readonly Rule[]): readonly Rule[] {
  return rules.filter(
    (each) =>
      each.rule_id !== rule.rule_id &&
      each.host === rule.host &&
      each.path === rule.path &&
      (rule.path !== '' || each.port === rule.port),
  );
}

/** Rules that share the requests of a rule by their weights, itself among them. */
export function sharersOf(rule: Rule, rules: readonly Rule[]): readonly Rule[] {
  if (rule.protocol !== 'http' && rule.protocol !== 'grpc') {
    return [rule];
  }
  const keyOf = ({ protocol, host, port, path, summary }: Rule) =>
    JSON.stringify([protocol, host, port, path, summary]);
  return rules.filter((each) => keyOf(each) === keyOf(rule));
}
