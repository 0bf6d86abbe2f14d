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

/** Meaning of each type of condition, by its status. */
const MEANINGS: Readonly<Record<string, Readonly<Record<RuleCondition['status'], string>>>> = {
  Accepted: {
    True: 'The rule is accepted',
    False: 'The rule is not accepted',
    Unknown: 'The operator has not looked at the rule yet',
  },
  ResolvedRefs: {
    True: 'Component and port are found',
    False: 'Something that the rule names is missing or not right',
    Unknown: 'What the rule names is not looked up yet',
  },
  Programmed: {
    True: 'The gateway has loaded it',
    False: 'The gateway has not loaded it',
    Unknown: 'The gateway has not told whether it has loaded it',
  },
  Serving: {
    True: 'A request through the gateway proved it',
    False: 'A request through the gateway failed to prove it',
    Unknown: 'No request through the gateway has proved it',
  },
  FullyExpressed: {
    True: 'The engine does everything that the rule says',
    False: 'The engine does not do everything that the rule says',
    Unknown: 'Nobody knows whether the engine does everything that the rule says',
  },
};

/** Meanings of what only follows from another condition. */
const FOLLOWS: Readonly<Record<string, string>> = {
  NotAccepted: 'Not before the rule is accepted',
  RefsNotResolved: 'Not before component and port are found',
  NothingServed: 'Not before the gateway serves the rule',
};

/** Meaning of a condition in plain words. */
export function meaningOf({ type, status, reason }: RuleCondition): string {
  const own = MEANINGS[type]?.[status] ?? `${type} is ${status}`;
  return status === 'True' ? own : (FOLLOWS[reason] ?? own);
}

/** Sentence on what keeps a rule from its host, where that is another team; empty where it is not. */
export function rivalOf({ conditions }: Pick<Rule, 'conditions'>): string {
  const refused = conditions.find(({ type, status }) => type === 'Accepted' && status === 'False');
  switch (refused?.reason) {
    case 'HostTaken':
      return 'Another team has this host, or one that overlaps it.';
    case 'NameKept':
      return 'Another team had this host, and still keeps it.';
    case 'DeclaredForOther':
      return 'The platform team has declared this for another team.';
    default:
      return '';
  }
}

/** Sentence on what the deletion of a rule does to those who send requests. */
export function whatFollows(rule: Rule, rules: readonly Rule[]): string {
  if (rule.ready === 'False') {
    return 'No request gets through to it now, so nobody misses it.';
  }
  if (sharersOf(rule, rules).length > 1) {
    return 'The other rules for the same requests get its share.';
  }
  const hasOthers = rules.some(
    ({ rule_id, host, port, path }) =>
      rule_id !== rule.rule_id && host === rule.host && (path !== '' || port === rule.port),
  );
  return hasOthers
    ? `Requests to ${titleOf(rule)} then go to the other rules for ${rule.host}, or get an error.`
    : `Then nothing of this application answers at ${titleOf(rule)} any more.`;
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

/** Sentence on what a rule does about HTTPS, where nobody knows more of its certificate; empty where that is no question. */
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
