import type { Described } from './described.ts';
import { FIELD_OPTIONS } from './new/draft.ts';
import {
  type CommandLine,
  MIGRATE_OPTIONS,
  type OptionName,
  OUTPUT_OPTIONS,
  PLACE_OPTIONS,
  parseLine,
  STORE_OPTIONS,
  UsageError,
} from './options.ts';
import { similarTo } from './similar.ts';
import type { Session, Verb } from './verb.ts';

/**
 * Verbs of `kubectl stoa`. Parsing, dispatch and the usage text derive from this table; the module of a verb is
 * loaded when the verb is used.
 */
export const COMMANDS = {
  status: command({
    about:
      'Shows the applications of a namespace as trees, with their components, rules, installs and live figures.',
    examples: ['status -n team-shop', 'status store --watch', 'status -A -o json'],
    synopsis: '[APP] [-n NAMESPACE | -A] [--watch] [--rest PLACE] [--region NAME] [-o json|yaml]',
    options: [...PLACE_OPTIONS, ...OUTPUT_OPTIONS, 'all-namespaces', 'watch', 'rest', 'region'],
    load: async () => (await import('./status/command.ts')).status,
  }),
  why: command({
    about: 'Explains what an object waits for and what to do, by all that it refers to.',
    examples: ['why rule/web -n team-shop', 'why install/shop', 'why app/store'],
    synopsis: 'rule/NAME | install/NAME | app/NAME [-n NAMESPACE] [-o json|yaml]',
    options: [...PLACE_OPTIONS, ...OUTPUT_OPTIONS],
    load: async () => (await import('./why/command.ts')).why,
  }),
  who: command({
    about: 'Tells which listener, route, rule and backend answers a request, the runner-up, and why.',
    examples: ['who https://shop.example.com/cart/1', "who POST http://shop.example.com/ -H 'X-User: anna'"],
    synopsis: "[METHOD] URL [-H 'NAME: VALUE']… [--gateway NAMESPACE/NAME] [-n NAMESPACE] [-o json|yaml]",
    options: [...PLACE_OPTIONS, ...OUTPUT_OPTIONS, 'header', 'gateway'],
    load: async () => (await import('./who/command.ts')).who,
  }),
  plan: command({
    about: 'Shows what an install or an upgrade would create, change and delete; it changes nothing.',
    examples: ['plan mi/shop', 'plan mi/shop --to 2.0'],
    synopsis: 'mi/NAME [--to VERSION] [-n NAMESPACE] [-o json|yaml]',
    options: [...PLACE_OPTIONS, ...OUTPUT_OPTIONS, 'to'],
    load: async () => (await import('./plan/command.ts')).plan,
  }),
  diff: command({
    about: 'Shows what kubectl apply of a file would change, and what Stoa would then change.',
    examples: ['diff -f rule.yaml -n team-shop', 'helm template shop | kubectl stoa diff -f -'],
    synopsis: '-f FILE [-n NAMESPACE]',
    options: [...PLACE_OPTIONS, 'filename'],
    load: async () => (await import('./diff/command.ts')).diff,
  }),
  engines: command({
    about: 'Shows which rules each gateway engine serves wholly, in part or not.',
    examples: ['engines -A', 'engines -f rules.yaml -o json'],
    synopsis: '[-n NAMESPACE | -A | -f FILE] [-o json|yaml]',
    options: [...PLACE_OPTIONS, ...OUTPUT_OPTIONS, 'all-namespaces', 'filename'],
    load: async () => (await import('./engines/command.ts')).engines,
  }),
  new: command({
    about: 'Prints a new rule, Application or install that the API server accepts, or creates it.',
    examples: [
      'new rule web --service web --port 80 --host shop.example.com --certificate web-tls --apply',
      'new app shop',
      'new install podinfo --id 1 --store https://stefanprodan.github.io/podinfo --chart podinfo --version 6.9.2',
    ],
    synopsis:
      'rule NAME --service NAME --port PORT --host HOST | app NAME | install NAME …\n      [--apply] [-n NAMESPACE]',
    options: [...PLACE_OPTIONS, ...FIELD_OPTIONS, 'apply'],
    load: async () => (await import('./new/command.ts')).newVerb,
  }),
  migrate: command({
    about: 'Makes rules of the Ingresses of ingress-nginx, and compares the answers of both entrances.',
    examples: [
      'migrate -n team-shop > rules.yaml',
      'migrate -f ingresses.yaml --engine traefik',
      'migrate -A --prove --old http://10.0.0.1 --new http://10.0.0.2',
    ],
    synopsis:
      '[-n NAMESPACE | -A | -f FILE] [--engine NAME] [--config FILE] [--apply]\n      [--prove --old URLS --new URLS [--user NAME:WORD] [--bodies]]',
    options: [...PLACE_OPTIONS, ...MIGRATE_OPTIONS],
    load: async () => (await import('./migrate/command.ts')).migrateVerb,
  }),
  store: command({
    about: 'Shows what a store offers, and the versions and values of one model or chart.',
    examples: [
      'store list --store https://stefanprodan.github.io/podinfo',
      'store show podinfo --store https://stefanprodan.github.io/podinfo',
    ],
    synopsis:
      'list [TEXT] | show NAME [--version VERSION] --store URL [--domain NAME] [--key SECRET]\n      [--rest PLACE] [--region NAME] [-n NAMESPACE] [-o json|yaml]',
    options: [...PLACE_OPTIONS, ...OUTPUT_OPTIONS, ...STORE_OPTIONS],
    load: async () => (await import('./store/command.ts')).store,
  }),
  rollback: command({
    about: 'Sets the version of an install to the last other one that was in place.',
    examples: ['rollback mi/shop', 'rollback mi/shop --to 1.0'],
    synopsis: 'mi/NAME [--to VERSION] [-n NAMESPACE]',
    options: [...PLACE_OPTIONS, 'to'],
    load: async () => (await import('./rollback/command.ts')).rollback,
  }),
  test: command({
    about: 'Runs the tests of a chart, and shows each result with the end of its logs.',
    examples: ['test mi/podinfo'],
    synopsis: 'mi/NAME [-n NAMESPACE]',
    options: PLACE_OPTIONS,
    load: async () => (await import('./test/command.ts')).test,
  }),
  publish: command({
    about: 'Pushes an application model to an OCI registry.',
    examples: ['publish shop.json oci://registry.example.com/models/shop:1.0'],
    synopsis: 'FILE oci://REGISTRY/REPOSITORY:TAG [--username NAME --password-stdin]',
    options: ['username', 'password-stdin', 'plain-http'],
    load: async () => (await import('./publish/command.ts')).publish,
  }),
  open: command({
    about: 'Opens a port of a component to the outside.',
    examples: ['open web 8080 -n team-shop'],
    synopsis: 'COMPONENT PORT [-n NAMESPACE] [--app APP]',
    options: [...PLACE_OPTIONS, 'app'],
    load: async () => (await import('./port/command.ts')).portVerb('open'),
  }),
  close: command({
    about: 'Closes a port of a component to the outside.',
    examples: ['close web 8080 -n team-shop'],
    synopsis: 'COMPONENT PORT [-n NAMESPACE] [--app APP]',
    options: [...PLACE_OPTIONS, 'app'],
    load: async () => (await import('./port/command.ts')).portVerb('close'),
  }),
  version: command({
    about: 'Compares the CRDs of the cluster with those of this version.',
    examples: ['version'],
    synopsis: '[-o json|yaml]',
    options: [...PLACE_OPTIONS, ...OUTPUT_OPTIONS],
    load: async () => (await import('./version/command.ts')).version,
  }),
  completion: command({
    about: 'Prints a script by which a shell completes command lines of kubectl-stoa.',
    examples: ['completion bash > ~/.local/share/bash-completion/completions/kubectl-stoa'],
    synopsis: 'bash | zsh | fish',
    options: [],
    load: async () => (await import('./completion/command.ts')).completion,
  }),
  console: command({
    about: 'Serves the console on this machine as you, and opens it in the browser.',
    examples: ['console -n team-shop', 'console --port 8123 --no-open'],
    synopsis: '[--port PORT] [--no-open] [-n NAMESPACE]',
    options: [...PLACE_OPTIONS, 'port', 'no-open'],
    load: async () => (await import('./console/command.ts')).consoleVerb,
  }),
};

/** A row of the table. */
interface Command extends Described {
  /** Reads a command line with the module of the verb. Throws UsageError. */
  readonly prepare: (line: CommandLine<OptionName>) => Promise<Pick<Invocation, 'request' | 'run'>>;
}

/** A verb and what it was asked to do. */
interface Invocation {
  readonly verb: string;
  readonly request: unknown;
  /** Carries out the request; resolves to the exit code. */
  readonly run: (session: Session) => Promise<number>;
}

function command<Name extends OptionName, Request>({
  load,
  ...row
}: {
  readonly about: string;
  readonly examples: readonly string[];
  readonly synopsis: string;
  readonly options: readonly Name[];
  readonly load: () => Promise<Verb<NoInfer<Name>, Request>>;
}): Command {
  return {
    ...row,
    async prepare(line) {
      const verb = await load();
      const request = verb.parse(line);
      return { request, run: (session) => verb.run(request, session) };
    },
  };
}

/** Invocation that a command line and the environment ask for. Throws UsageError. */
export async function parseCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Invocation> {
  if (args[0] === CANDIDATES) {
    return await candidatesFor(args.slice(1));
  }
  const { given, ...line } = parseLine(args, env);
  const [verb, ...words] = line.words;
  if (verb === undefined || verb === 'help') {
    return await helpOn(words[0]);
  }
  if (line.flag('help')) {
    return await helpOn(verb);
  }
  const { options, prepare } = commandOf(verb);
  const foreign = given.find((each) => !options.some((option) => option === each));
  if (foreign !== undefined) {
    throw new UsageError(`--${foreign} means nothing to ${verb}`);
  }
  return { verb, ...(await prepare({ ...line, words })) };
}

/** Verb by which shells ask for what may come next. */
const CANDIDATES = '__complete';

async function candidatesFor(words: readonly string[]): Promise<Invocation> {
  const { candidates } = await import('./completion/candidates.ts');
  return writing(CANDIDATES, words, () => candidates(words, COMMANDS));
}

async function helpOn(verb: string | undefined): Promise<Invocation> {
  const { usage, usageOf } = await import('./usage.ts');
  const text = verb === undefined ? usage(COMMANDS) : usageOf(verb, commandOf(verb));
  return writing('help', verb, () => text);
}

function writing(verb: string, request: unknown, text: () => string): Invocation {
  const run = async ({ output }: Session) => {
    output.write(text());
    return 0;
  };
  return { verb, request, run };
}

function commandOf(verb: string): Command {
  const commands: Readonly<Record<string, Command>> = COMMANDS;
  const found = Object.hasOwn(commands, verb) ? commands[verb] : undefined;
  if (found === undefined) {
    const names = Object.keys(COMMANDS);
    const meant = similarTo(verb, names);
    const hint = meant === undefined ? `there are ${names.join(', ')}` : `did you mean ${meant}?`;
    throw new UsageError(`there is no command ${verb}; ${hint}`);
  }
  return found;
}
