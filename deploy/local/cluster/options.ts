import { parseArgs } from 'node:util';
import { UserError } from '../errors.ts';
import { repository } from '../repository.ts';
import { DEFAULT_PORT_BASE, MAX_PORT_BASE } from './address.ts';
import type { GatewayRef, GatewaySettings } from './configs.ts';
import type { HostChoice } from './network.ts';

/** Invalid command line; the message is one line. */
export class UsageError extends UserError {}

/** Cluster to start or use. */
type ClusterChoice =
  | { readonly kind: 'local'; readonly host: HostChoice }
  | { readonly kind: 'kind' }
  | {
      readonly kind: 'current';
      readonly gateway: GatewaySettings;
      readonly consent: 'given' | 'to be asked';
    };

/** Parsed command line. */
export type CommandLine =
  | { readonly command: 'start'; readonly mode: 'foreground' | 'detached'; readonly start: StartOptions }
  | { readonly command: 'stop'; readonly stateDir: string };

/** Cluster to start, with its state folder and ports. */
export interface StartOptions {
  readonly cluster: ClusterChoice;
  readonly stateDir: string;
  readonly portBase: number;
}

const OPTION_TYPES = {
  detach: { type: 'boolean' },
  cluster: { type: 'string' },
  host: { type: 'string' },
  'port-base': { type: 'string' },
  'state-dir': { type: 'string' },
  gateway: { type: 'string' },
  'gateway-class': { type: 'string' },
  yes: { type: 'boolean' },
} as const;

/** Parses the arguments after the script's name. Throws a UsageError. */
export function parseCommandLine(args: readonly string[], platform = process.platform): CommandLine {
  const { values, positionals } = parse(args);
  const [command, stray] = positionals;
  if (stray !== undefined) {
    throw new UsageError(`unexpected argument "${stray}"`);
  }
  const stateDir = values['state-dir'] ?? repository.defaultState;
  if (command === 'stop') {
    const extra = Object.keys(values).find((name) => name !== 'state-dir');
    if (extra) {
      throw new UsageError(`stop knows no option --${extra}; it takes --state-dir=DIR`);
    }
    return { command, stateDir };
  }
  if (command !== 'start') {
    throw new UsageError('say start or stop');
  }
  const cluster = clusterChoice(values, platform);
  const start = { cluster, stateDir, portBase: portBase(values['port-base']) };
  return { command, mode: values.detach ? 'detached' : 'foreground', start };
}

type Values = ReturnType<typeof parse>['values'];

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTION_TYPES, allowPositionals: true, strict: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError((message.split(/\. |\n/)[0] ?? message).replace(/^O/, 'o').replace(/^U/, 'u'));
  }
}

function clusterChoice(values: Values, platform: NodeJS.Platform): ClusterChoice {
  const kind = values.cluster ?? 'local';
  if (kind !== 'local') {
    refuse(values, ['host'], '--cluster=local');
  }
  if (kind !== 'current') {
    refuse(values, ['gateway', 'gateway-class', 'yes'], '--cluster=current');
  }
  if (kind === 'current') {
    return {
      kind,
      gateway: gatewaySettings(values),
      consent: values.yes ? 'given' : 'to be asked',
    };
  }
  if (kind === 'kind') {
    return { kind };
  }
  if (kind !== 'local') {
    throw new UsageError(`--cluster is local, kind or current, not "${kind}"`);
  }
  if (platform !== 'linux') {
    throw new UsageError('--cluster=local needs Linux; use --cluster=kind');
  }
  return { kind, host: hostChoice(values.host) };
}

function refuse(values: Values, names: readonly (keyof Values)[], condition: string): void {
  const extra = names.find((name) => values[name] !== undefined);
  if (extra) {
    throw new UsageError(`--${extra} goes only with ${condition}`);
  }
}

function hostChoice(text: string | undefined): HostChoice {
  if (text === undefined) {
    return 'shared';
  }
  if (text === 'own') {
    return 'own';
  }
  throw new UsageError(`--host can only be "own", not "${text}"`);
}

/** Default range of node ports, which TCP rules commonly have. */
const NODE_PORTS = '30000-32767';

function gatewaySettings({ gateway, 'gateway-class': className }: Values): GatewaySettings {
  return {
    ...gatewayRef(gateway),
    ...(className === undefined ? {} : { className }),
    tcp: { ports: NODE_PORTS },
  };
}

function gatewayRef(text: string | undefined): GatewayRef {
  const match = /^([a-z0-9-]+)\/([a-z0-9.-]+)$/.exec(text ?? '');
  const [, namespace, name] = match ?? [];
  if (namespace && name) {
    return { namespace, name };
  }
  throw new UsageError('--cluster=current needs --gateway=<namespace>/<name>');
}

function portBase(text: string | undefined): number {
  if (text === undefined) {
    return DEFAULT_PORT_BASE;
  }
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1024 && port <= MAX_PORT_BASE) {
    return port;
  }
  throw new UsageError(`--port-base is a number from 1024 to ${MAX_PORT_BASE}, not "${text}"`);
}
