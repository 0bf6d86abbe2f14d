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
import type { Session, Verb } from './verb.ts';

/** First line of the usage text. */
export const SUMMARY =
  'Shows applications of Stoa as trees, explains what is not ready, tells who answers a request,\nshows what an install or a file would change, what each gateway engine makes of rules, and\nwhat stores offer, makes new objects and rules of Ingresses, rolls installs back, tests\ncharts, publishes models, opens and closes ports, compares the CRDs with this version, and\nshows the console in a browser.';

/**
 * Verbs of `kubectl stoa`. Parsing, dispatch and the usage text derive from this table; the module of a verb is
 * loaded when the verb is used.
 */
export const COMMANDS = {
  status: command({
    synopsis: '[APP] [-n NAMESPACE | -A] [--watch] [--rest PLACE] [--region NAME] [-o json|yaml]',
    options: [...PLACE_OPTIONS, ...OUTPUT_OPTIONS, 'all-namespaces', 'watch', 'rest', 'region'],
    load: async () => (await import('./status/command.ts')).status,
  }),
  why: command({
    synopsis: 'rule/NAME | install/NAME | app/NAME [-n NAMESPACE] [-o json|yaml]',
    options: [...PLACE_OPTIONS, ...OUTPUT_OPTIONS],
    load: async () => (await import('./why/command.ts')).why,
  }),
  who: command({
    synopsis: "[METHOD] URL [-H 'NAME: VALUE']… [--gateway NAMESPACE/NAME] [-n NAMESPACE] [-o json|yaml]",
    options: [...PLACE_OPTIONS, ...OUTPUT_OPTIONS, 'header', 'gateway'],
    load: async () => (await import('./who/command.ts')).who,
  }),
  plan: command({
    synopsis: 'mi/NAME [--to VERSION] [-n NAMESPACE] [-o json|yaml]',
    options: [...PLACE_OPTIONS, ...OUTPUT_OPTIONS, 'to'],
    load: async () => (await import('./plan/command.ts')).plan,
  }),
  diff: command({
    synopsis: '-f FILE [-n NAMESPACE]',
    options: [...PLACE_OPTIONS, 'filename'],
    load: async () => (await import('./diff/command.ts')).diff,
  }),
  engines: command({
    synopsis: '[-n NAMESPACE | -A | -f FILE] [-o json|yaml]',
    options: [...PLACE_OPTIONS, ...OUTPUT_OPTIONS, 'all-namespaces', 'filename'],
    load: async () => (await import('./engines/command.ts')).engines,
  }),
  new: command({
    synopsis:
      'rule NAME --service NAME --port PORT --host HOST | app NAME | install NAME …\n      [--apply] [-n NAMESPACE]',
    options: [...PLACE_OPTIONS, ...FIELD_OPTIONS, 'apply'],
    load: async () => (await import('./new/command.ts')).newVerb,
  }),
  migrate: command({
    synopsis:
      '[-n NAMESPACE | -A | -f FILE] [--engine NAME] [--config FILE] [--apply]\n      [--prove --old URLS --new URLS [--user NAME:WORD] [--bodies]]',
    options: [...PLACE_OPTIONS, ...MIGRATE_OPTIONS],
    load: async () => (await import('./migrate/command.ts')).migrateVerb,
  }),
  store: command({
    synopsis:
      'list [TEXT] | show NAME [--version VERSION] --store URL [--domain NAME] [--key SECRET]\n      [--rest PLACE] [--region NAME] [-n NAMESPACE] [-o json|yaml]',
    options: [...PLACE_OPTIONS, ...OUTPUT_OPTIONS, ...STORE_OPTIONS],
    load: async () => (await import('./store/command.ts')).store,
  }),
  rollback: command({
    synopsis: 'mi/NAME [--to VERSION] [-n NAMESPACE]',
    options: [...PLACE_OPTIONS, 'to'],
    load: async () => (await import('./rollback/command.ts')).rollback,
  }),
  test: command({
    synopsis: 'mi/NAME [-n NAMESPACE]',
    options: PLACE_OPTIONS,
    load: async () => (await import('./test/command.ts')).test,
  }),
  publish: command({
    synopsis: 'FILE oci://REGISTRY/REPOSITORY:TAG [--username NAME --password-stdin]',
    options: ['username', 'password-stdin', 'plain-http'],
    load: async () => (await import('./publish/command.ts')).publish,
  }),
  open: command({
    synopsis: 'COMPONENT PORT [-n NAMESPACE] [--app APP]',
    options: [...PLACE_OPTIONS, 'app'],
    load: async () => (await import('./port/command.ts')).portVerb('open'),
  }),
  close: command({
    synopsis: 'COMPONENT PORT [-n NAMESPACE] [--app APP]',
    options: [...PLACE_OPTIONS, 'app'],
    load: async () => (await import('./port/command.ts')).portVerb('close'),
  }),
  version: command({
    synopsis: '[-o json|yaml]',
    options: [...PLACE_OPTIONS, ...OUTPUT_OPTIONS],
    load: async () => (await import('./version/command.ts')).version,
  }),
  console: command({
    synopsis: '[--port PORT] [--no-open] [-n NAMESPACE]',
    options: [...PLACE_OPTIONS, 'port', 'no-open'],
    load: async () => (await import('./console/command.ts')).consoleVerb,
  }),
};

/** A row of the table. */
interface Command {
  /** Arguments and options in the usage text. */
  readonly synopsis: string;
  readonly options: readonly OptionName[];
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

/** Invocation that a command line and the environment ask for; undefined for help. Throws UsageError. */
export async function parseCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Invocation | undefined> {
  const { given, ...line } = parseLine(args, env);
  const [verb, ...words] = line.words;
  if (line.flag('help') || verb === undefined || verb === 'help') {
    return undefined;
  }
  const { options, prepare } = commandOf(verb);
  const foreign = given.find((each) => !options.some((option) => option === each));
  if (foreign !== undefined) {
    throw new UsageError(`--${foreign} means nothing to ${verb}`);
  }
  return { verb, ...(await prepare({ ...line, words })) };
}

function commandOf(verb: string): Command {
  const commands: Readonly<Record<string, Command>> = COMMANDS;
  const found = Object.hasOwn(commands, verb) ? commands[verb] : undefined;
  if (found === undefined) {
    throw new UsageError(`there is no command ${verb}; there are ${Object.keys(COMMANDS).join(', ')}`);
  }
  return found;
}
