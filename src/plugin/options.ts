import { parseArgs } from 'node:util';

/** Something about the command line that is wrong; the message says the way out. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Which cluster, and where in it. */
export interface Place {
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  /** That of the context where nothing is said. */
  readonly namespace: string | undefined;
}

/** How the answer is written. */
export interface Output {
  readonly plain: boolean;
  readonly json: boolean;
}

/** Where Stoa's REST API is: at a base URL, or behind a Service that the API server leads to. */
export type RestPlace =
  | { readonly type: 'url'; readonly url: string }
  | { readonly type: 'service'; readonly namespace: string; readonly name: string };

/** Where live figures come from. */
export interface FigureSource {
  readonly rest: RestPlace;
  readonly region: string;
  /** Sent instead of the token of the kubeconfig. */
  readonly token: string | undefined;
}

/** The kinds that `why` explains. */
export type ExplainedKind = 'GatewayRule' | 'MarketInstall' | 'Application';

/** What the user asks for. */
export type Command =
  | { readonly type: 'help' }
  | (Place &
      Output & {
        readonly type: 'status';
        readonly application: string | undefined;
        readonly allNamespaces: boolean;
        readonly watch: boolean;
        readonly figures: FigureSource;
      })
  | (Place & Output & { readonly type: 'why'; readonly kind: ExplainedKind; readonly name: string })
  | (Place & {
      readonly type: 'open' | 'close';
      readonly component: string;
      readonly port: number;
      /** Name or id; needed only where several applications have such a component. */
      readonly application: string | undefined;
    });

const OPTIONS = {
  kubeconfig: { type: 'string' },
  context: { type: 'string' },
  namespace: { type: 'string', short: 'n' },
  'all-namespaces': { type: 'boolean', short: 'A' },
  watch: { type: 'boolean', short: 'w' },
  output: { type: 'string', short: 'o' },
  plain: { type: 'boolean' },
  rest: { type: 'string' },
  region: { type: 'string' },
  app: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

type Option = keyof typeof OPTIONS;

const PLACE: readonly Option[] = ['kubeconfig', 'context', 'namespace'];

/** What each command takes. */
const COMMANDS: Readonly<Record<string, { readonly options: readonly Option[]; readonly parse: Parse }>> = {
  status: {
    options: [...PLACE, 'all-namespaces', 'watch', 'output', 'plain', 'rest', 'region'],
    parse: parseStatus,
  },
  why: { options: [...PLACE, 'output', 'plain'], parse: parseWhy },
  open: { options: [...PLACE, 'app'], parse: (line) => parsePort('open', line) },
  close: { options: [...PLACE, 'app'], parse: (line) => parsePort('close', line) },
};

type Parse = (line: Line) => Command;

/** A command line that was taken apart. */
interface Line {
  readonly values: ReturnType<typeof takeApart>['values'];
  /** Without the command. */
  readonly words: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** What a command line, and the environment, ask for. Throws UsageError. Pure. */
export function parseCommand(args: readonly string[], env: NodeJS.ProcessEnv): Command {
  const { values, positionals } = takeApart(args);
  const [name, ...words] = positionals;
  if (values.help || name === undefined || name === 'help') {
    return { type: 'help' };
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    throw new UsageError(`there is no command ${name}; there are ${Object.keys(COMMANDS).join(', ')}`);
  }
  const foreign = Object.keys(values).find((each) => !command.options.includes(each as Option));
  if (foreign !== undefined) {
    throw new UsageError(`--${foreign} means nothing to ${name}`);
  }
  return command.parse({ values, words, env });
}

function takeApart(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    // Node tells more than the first sentence of how such arguments could be written.
    throw new UsageError((error as Error).message.replace(/\. .*$/s, ''));
  }
}

function parseStatus({ values, words, env }: Line): Command {
  const [application, ...more] = words;
  if (more.length > 0) {
    throw new UsageError(`status takes one application at most, not ${words.join(' ')}`);
  }
  const allNamespaces = values['all-namespaces'] ?? false;
  if (allNamespaces && application !== undefined) {
    throw new UsageError('--all-namespaces goes without an application: name its namespace by -n instead');
  }
  const output = outputOf(values);
  const watch = values.watch ?? false;
  if (watch && output.json) {
    throw new UsageError('--watch goes without -o json');
  }
  return {
    type: 'status',
    ...placeOf(values),
    ...output,
    application,
    allNamespaces,
    watch,
    figures: {
      rest: restPlaceOf(values.rest ?? env.STOA_REST),
      region: values.region ?? env.STOA_REGION ?? 'local',
      token: env.STOA_TOKEN,
    },
  };
}

/**
 * Where the chart puts it. Services are not looked for: whoever may make one anywhere would be sent tokens.
 */
const INSTALLED: RestPlace = { type: 'service', namespace: 'stoa-system', name: 'stoa-rest' };

function restPlaceOf(text: string | undefined): RestPlace {
  if (text === undefined) {
    return INSTALLED;
  }
  const [, namespace, name] = /^([a-z0-9-]+)\/([a-z0-9-]+)$/.exec(text) ?? [];
  if (namespace !== undefined && name !== undefined) {
    return { type: 'service', namespace, name };
  }
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? '')) {
    throw new UsageError(
      `--rest (or STOA_REST): ${text} is no URL such as https://stoa.example.com, and no NAMESPACE/SERVICE`,
    );
  }
  return { type: 'url', url: text.replace(/\/+$/, '') };
}

/** Every way in which kubectl names a kind, and what this program calls it. */
const KINDS: Readonly<Record<string, ExplainedKind>> = {
  ...namesOf('GatewayRule', 'rule', 'gr', 'gatewayrule', 'gatewayrules'),
  ...namesOf('MarketInstall', 'install', 'mi', 'marketinstall', 'marketinstalls'),
  ...namesOf('Application', 'app', 'application', 'applications'),
};

function namesOf(kind: ExplainedKind, ...names: readonly string[]): Record<string, ExplainedKind> {
  return Object.fromEntries(names.flatMap((name) => [name, `${name}.stoa.dev`]).map((name) => [name, kind]));
}

function parseWhy({ values, words }: Line): Command {
  const [kindName = '', name = '', ...more] = words.length === 1 ? (words[0] ?? '').split('/') : words;
  const kind = Object.hasOwn(KINDS, kindName.toLowerCase()) ? KINDS[kindName.toLowerCase()] : undefined;
  if (kind === undefined || name === '' || more.length > 0) {
    throw new UsageError(
      `why takes rule/NAME, install/NAME or app/NAME, not ${words.join(' ') || 'nothing'}`,
    );
  }
  return { type: 'why', ...placeOf(values), ...outputOf(values), kind, name };
}

function parsePort(type: 'open' | 'close', { values, words }: Line): Command {
  const [component, text, ...more] = words;
  if (component === undefined || text === undefined || more.length > 0) {
    throw new UsageError(`${type} takes a component and a port, such as: kubectl stoa ${type} web 8080`);
  }
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535) {
    throw new UsageError(`port: ${text} must be a number from 1 to 65535`);
  }
  return { type, ...placeOf(values), component, port, application: values.app };
}

function placeOf({ kubeconfig, context, namespace }: Line['values']): Place {
  return { kubeconfig, context, namespace };
}

function outputOf({ output, plain }: Line['values']): Output {
  if (output !== undefined && output !== 'json') {
    throw new UsageError(`--output: ${output} must be json, or left out`);
  }
  return { plain: plain ?? false, json: output === 'json' };
}
