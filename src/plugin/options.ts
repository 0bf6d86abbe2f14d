import { parseArgs } from 'node:util';
import type { Overrides } from '../kube/kubeconfig/overrides.ts';
import { namespaceProblem } from './name.ts';
import { similarTo } from './similar.ts';

/** A command line that cannot be carried out; the message says the way out. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Options of all verbs, in the order of the usage text; one without `help` is not listed there. */
export const OPTIONS = {
  namespace: {
    type: 'string',
    short: 'n',
    value: 'NAME',
    help: 'where to look; the namespace of the context where nothing is said',
  },
  'all-namespaces': { type: 'boolean', short: 'A', help: 'look everywhere' },
  watch: { type: 'boolean', short: 'w', help: 'draw again on changes, or every two seconds, until Ctrl-C' },
  rest: {
    type: 'string',
    value: 'PLACE',
    help: `URL of Stoa's REST API, which has the live figures, or its NAMESPACE/SERVICE
(or STOA_REST); stoa-system/stoa-rest where nothing is said`,
  },
  region: {
    type: 'string',
    value: 'NAME',
    help: 'name of this cluster there (or STOA_REGION); local where nothing is said',
  },
  app: {
    type: 'string',
    value: 'APP',
    help: "the component's application, where several have such a component",
  },
  to: {
    type: 'string',
    value: 'VERSION',
    help: `version to plan, spec.appModelVersion where nothing is said; to roll back to, the last
one in place where nothing is said`,
  },
  filename: {
    type: 'string',
    short: 'f',
    value: 'FILE',
    help: 'diff, engines: file with objects; migrate: with Ingresses; - for the standard input',
  },
  header: {
    type: 'string',
    short: 'H',
    value: 'TEXT',
    multiple: true,
    help: "who: header of the request, such as 'X-User: anna'; may be given several times",
  },
  gateway: {
    type: 'string',
    value: 'GATEWAY',
    help: 'who: NAMESPACE/NAME of the Gateway, where several listen for the request',
  },
  service: { type: 'string', value: 'NAME', help: 'new rule: Service that gets the requests' },
  port: {
    type: 'string',
    value: 'PORT',
    help: `new rule: port of the Service or of its containers, by number or name; console: of
this machine, a free one where nothing is said`,
  },
  'no-open': { type: 'boolean', help: 'console: print the address, and leave the browser alone' },
  host: { type: 'string', value: 'HOST', help: 'new rule: host name' },
  path: { type: 'string', value: 'PATH', help: 'new rule: beginning of paths; all where nothing is said' },
  grpc: {
    type: 'string',
    value: 'CALLS',
    help: 'new rule: calls of gRPC, SERVICE, SERVICE/METHOD or all, instead',
  },
  certificate: { type: 'string', value: 'SECRET', help: 'new rule: TLS Secret of the host' },
  issuer: {
    type: 'string',
    value: 'ISSUER',
    help: 'new rule: issuer/NAME or clusterissuer/NAME of cert-manager, instead',
  },
  weight: { type: 'string', value: 'NUMBER', help: 'new rule: share among rules for the host and path' },
  listen: { type: 'string', value: 'PORT', help: 'new rule: port of the gateway, instead of a host' },
  id: {
    type: 'string',
    value: 'NUMBER',
    help: `number of the application; new app: the lowest that is free where nothing is
said`,
  },
  store: { type: 'string', value: 'URL', help: 'new install, store: address of the store' },
  domain: {
    type: 'string',
    value: 'NAME',
    help: 'new install, store: tenant of the store; charts have none',
  },
  model: { type: 'string', value: 'ID', help: 'new install: application model' },
  chart: { type: 'string', value: 'NAME', help: 'new install: chart of a repository, in place of --model' },
  version: {
    type: 'string',
    value: 'VERSION',
    help: 'new install: its version; store show: that of the values, the newest where nothing is\nsaid',
  },
  key: { type: 'string', value: 'SECRET', help: 'new install, store: Secret with the access key' },
  values: {
    type: 'string',
    value: 'FILE',
    help: 'new install: values of the chart; - for the standard input',
  },
  apply: { type: 'boolean', help: 'new, migrate: create the objects instead of printing them' },
  engine: {
    type: 'string',
    value: 'NAME',
    help: `migrate: gateway engine to tell of, such as Traefik; that of the cluster where
nothing is said`,
  },
  config: {
    type: 'string',
    value: 'FILE',
    help: 'migrate: ConfigMap of ingress-nginx, as a file or as NAMESPACE/NAME',
  },
  prove: { type: 'boolean', help: 'migrate: ask both entrances, and compare their answers' },
  old: {
    type: 'string',
    value: 'URLS',
    help: 'migrate: the present entrance, by HTTP and HTTPS: http://10.0.0.1,https://10.0.0.1',
  },
  new: { type: 'string', value: 'URLS', help: 'migrate: that of the Gateway' },
  user: {
    type: 'string',
    value: 'NAME',
    help: 'user of the kubeconfig; migrate: NAME:WORD, name and password to ask with',
  },
  bodies: { type: 'boolean', help: 'migrate: ask by POST too, with bodies' },
  username: {
    type: 'string',
    value: 'NAME',
    help: `publish: user of the registry; that of the Docker configuration where nothing
is said`,
  },
  'password-stdin': { type: 'boolean', help: 'publish: read the password from the standard input' },
  'plain-http': { type: 'boolean', help: 'publish: use http, as for registries on this machine' },
  output: { type: 'string', short: 'o', value: 'json|yaml', help: 'for programs' },
  plain: { type: 'boolean', help: 'ASCII without colours, as in a pipe or with NO_COLOR' },
  context: { type: 'string', value: 'NAME', help: 'context of the kubeconfig' },
  kubeconfig: { type: 'string', value: 'FILE', help: 'instead of KUBECONFIG or ~/.kube/config' },
  cluster: { type: 'string', value: 'NAME', help: 'cluster of the kubeconfig' },
  server: { type: 'string', short: 's', value: 'URL', help: 'address of the API server' },
  'tls-server-name': { type: 'string', value: 'NAME', help: 'name in the certificate of the API server' },
  'certificate-authority': { type: 'string', value: 'FILE', help: 'authorities of its certificate' },
  'insecure-skip-tls-verify': { type: 'boolean', help: 'do not check its certificate' },
  token: { type: 'string', value: 'TOKEN', help: 'bearer token of the user' },
  'client-certificate': { type: 'string', value: 'FILE', help: 'certificate of the user' },
  'client-key': { type: 'string', value: 'FILE', help: 'its key' },
  as: { type: 'string', value: 'USER', help: 'user to act for' },
  'as-group': {
    type: 'string',
    value: 'GROUP',
    multiple: true,
    help: 'group to act for; may be given several times',
  },
  'as-uid': { type: 'string', value: 'UID', help: 'uid to act for' },
  'as-user-extra': {
    type: 'string',
    value: 'KEY=VALUE',
    multiple: true,
    help: 'further attribute of the user to act for; may be given several times',
  },
  'request-timeout': {
    type: 'string',
    value: 'TIME',
    help: 'most time of a request, such as 10s; that of Stoa where nothing is said',
  },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Name of an option, without its dashes. */
export type OptionName = keyof typeof OPTIONS;

type NameOfType<Type> = { [Name in OptionName]: (typeof OPTIONS)[Name]['type'] extends Type ? Name : never };

/** An option that may be given several times. */
type ListOption = 'header' | 'as-group' | 'as-user-extra';
type TextOption = Exclude<NameOfType<'string'>[OptionName], ListOption>;
type FlagOption = NameOfType<'boolean'>[OptionName];

/** A parsed command line, of which a verb reads the options that its row of the table lists. */
export interface CommandLine<Name extends OptionName> {
  /** Words without a dash, the verb left out. */
  readonly words: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Value of an option; undefined where it is not given. */
  readonly text: (name: Extract<Name, TextOption>) => string | undefined;
  readonly flag: (name: Extract<Name, FlagOption>) => boolean;
  /** Values of an option that may be given several times. */
  readonly list: (name: Extract<Name, ListOption>) => readonly string[];
}

/** A command line before its options are compared with those of the verb. */
interface ParsedLine extends CommandLine<OptionName> {
  /** Options that are given. */
  readonly given: readonly string[];
}

/** Splits a command line into options and words. Throws UsageError. Pure. */
export function parseLine(args: readonly string[], env: NodeJS.ProcessEnv): ParsedLine {
  const { values, positionals } = split(args);
  return {
    words: positionals,
    env,
    given: Object.keys(values),
    text: (name) => values[name],
    flag: (name) => values[name] ?? false,
    list: (name) => values[name] ?? [],
  };
}

function split(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    // Beyond its first sentence, the message of Node suggests other spellings.
    const message = (error as Error).message.replace(/\. .*$/s, '');
    const [, unknown] = /^Unknown option '--(.*)'$/.exec(message) ?? [];
    const meant = unknown === undefined ? undefined : similarTo(unknown, Object.keys(OPTIONS));
    throw new UsageError(meant === undefined ? message : `${message}; did you mean --${meant}?`);
  }
}

/** Options of every verb that reads a cluster. */
export const PLACE_OPTIONS = [
  'namespace',
  'kubeconfig',
  'context',
  'cluster',
  'user',
  'server',
  'tls-server-name',
  'certificate-authority',
  'insecure-skip-tls-verify',
  'token',
  'client-certificate',
  'client-key',
  'as',
  'as-group',
  'as-uid',
  'as-user-extra',
  'request-timeout',
] as const;

/** The cluster, and the namespace in it. */
export interface Place extends Overrides {
  /** Undefined for the namespace of the context. */
  readonly namespace: string | undefined;
}

/** Place that a command line names. Throws UsageError. Pure. */
export function placeOf({ text, flag, list }: CommandLine<(typeof PLACE_OPTIONS)[number]>): Place {
  const namespace = text('namespace');
  const problem = namespace === undefined ? undefined : namespaceProblem(namespace);
  if (problem !== undefined) {
    throw new UsageError(`--namespace: ${problem}`);
  }
  return {
    namespace,
    kubeconfig: text('kubeconfig'),
    context: text('context'),
    cluster: text('cluster'),
    user: text('user'),
    server: text('server'),
    tlsServerName: text('tls-server-name'),
    authority: text('certificate-authority'),
    insecure: flag('insecure-skip-tls-verify') || undefined,
    token: text('token'),
    certificate: text('client-certificate'),
    key: text('client-key'),
    as: text('as'),
    asGroups: listed(list('as-group')),
    asUid: text('as-uid'),
    asExtra: listed(list('as-user-extra')),
    requestTimeout: text('request-timeout'),
  };
}

function listed(values: readonly string[]): readonly string[] | undefined {
  return values.length === 0 ? undefined : values;
}

/** Options that say which store is asked, and through which REST API. */
export const STORE_OPTIONS = ['store', 'domain', 'key', 'version', 'rest', 'region'] as const;

/** Options that say which Ingresses become rules, what is made of these, and how they are proved. */
export const MIGRATE_OPTIONS = [
  'all-namespaces',
  'filename',
  'engine',
  'config',
  'apply',
  'prove',
  'old',
  'new',
  'bodies',
] as const;

/** Options of every verb that draws. */
export const OUTPUT_OPTIONS = ['output', 'plain'] as const;

/** Form of the output. */
export interface OutputForm {
  readonly plain: boolean;
  /** Whether the output is for programs. */
  readonly json: boolean;
  /** Whether that is written as YAML. */
  readonly yaml?: boolean | undefined;
}

/** Form of the output that a command line asks for. Throws UsageError. Pure. */
export function outputFormOf({ text, flag }: CommandLine<(typeof OUTPUT_OPTIONS)[number]>): OutputForm {
  const output = text('output');
  if (output !== undefined && output !== 'json' && output !== 'yaml') {
    throw new UsageError(`--output: ${output} must be json or yaml, or left out`);
  }
  return { plain: flag('plain'), json: output !== undefined, yaml: output === 'yaml' || undefined };
}
