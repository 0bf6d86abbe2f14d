import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text as textOf } from 'node:stream/consumers';
import { isatty } from 'node:tty';
import { firstYaml } from '../yaml.ts';
import type { CredentialPlugin } from './decode.ts';
import { lookPath } from './lookpath.ts';
import { optional, record, text } from './reader.ts';

/** Credential of a plugin: a token, a certificate with its key, or both. An empty text is one that is not there. */
export interface Credential {
  readonly token: string;
  readonly certificate: string;
  readonly key: string;
}

/** Facts of the cluster that a plugin gets to know, with the names of the protocol. */
export type ClusterInfo = Readonly<Record<string, unknown>>;

/** Answer of a plugin that is kept, and until when (ms since 1970). */
interface Kept {
  readonly credential: Promise<Credential>;
  until: number;
}

/**
 * Credentials of a program, by the protocol of client-go's credential plugins. The program runs again when its credential
 * has expired or was refused.
 */
export class PluginCredentials {
  readonly #plugin: CredentialPlugin;
  readonly #cluster: () => Promise<ClusterInfo>;
  readonly #env: NodeJS.ProcessEnv;
  #kept: Kept | undefined;

  /** Credentials of a plugin, which gets to know `cluster` if its configuration says so. */
  constructor(plugin: CredentialPlugin, cluster: () => Promise<ClusterInfo>, env: NodeJS.ProcessEnv) {
    this.#plugin = plugin;
    this.#cluster = cluster;
    this.#env = env;
  }

  /** Credential that counts now; concurrent callers share one run. Throws an Error. */
  current(): Promise<Credential> {
    if (this.#kept === undefined || Date.now() > this.#kept.until) {
      this.#kept = this.#run();
    }
    return this.#kept.credential;
  }

  /** Forgets a credential, unless another one has taken its place. */
  async forget(refused: { readonly token: string; readonly certificate: string }): Promise<void> {
    const kept = this.#kept;
    const { token, certificate } = (await kept?.credential.catch(() => undefined)) ?? {};
    const isSame = token === refused.token && certificate === refused.certificate;
    if (isSame && this.#kept === kept) {
      this.#kept = undefined;
    }
  }

  #run(): Kept {
    const answer = this.#answer();
    const kept = { credential: answer, until: Number.POSITIVE_INFINITY };
    answer.then(
      ({ until }) => {
        kept.until = until;
      },
      () => {
        if (this.#kept === kept) {
          this.#kept = undefined;
        }
      },
    );
    return kept;
  }

  async #answer(): Promise<Credential & { readonly until: number }> {
    const { apiVersion, command } = this.#plugin;
    const cluster = this.#plugin.provideClusterInfo ? { cluster: await this.#cluster() } : {};
    const output = await runPlugin(this.#plugin, cluster, this.#env);
    try {
      return credentialIn(output, apiVersion);
    } catch (error) {
      throw new Error(`the credential plugin ${command}: ${(error as Error).message}`, { cause: error });
    }
  }
}

/** Standard output of a plugin that has ended well. Throws an Error. */
async function runPlugin(
  plugin: CredentialPlugin,
  cluster: { readonly cluster?: ClusterInfo },
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const { command, args, installHint } = plugin;
  const interactive = isInteractive(plugin);
  const spec = { ...cluster, interactive };
  const info = JSON.stringify({ kind: 'ExecCredential', apiVersion: plugin.apiVersion, spec });
  const own = Object.fromEntries(plugin.env.map(({ name, value }) => [name, value]));
  const missing = `the credential plugin ${command} is not there${installHint && `: ${installHint}`}`;
  const program = lookPath(command, env);
  if (program === undefined) {
    throw new Error(missing);
  }
  const child = spawn(program, args, {
    env: { ...env, ...own, KUBERNETES_EXEC_INFO: info },
    stdio: [interactive ? 'inherit' : 'ignore', 'pipe', 'inherit'],
  });
  const output = textOf(child.stdout);
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    if (code !== 0) {
      throw new Error(`the credential plugin ${command} ended with ${code ?? signal}`);
    }
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? new Error(missing, { cause: error }) : error;
  }
  return output;
}

function isInteractive({ command, interactiveMode }: CredentialPlugin): boolean {
  if (interactiveMode === 'Always' && !isatty(0)) {
    throw new Error(`the credential plugin ${command} needs a terminal as its standard input`);
  }
  return interactiveMode !== 'Never' && isatty(0);
}

const answer = record({
  apiVersion: text,
  kind: text,
  status: optional(
    record({
      token: text,
      expirationTimestamp: text,
      certificate: ['clientCertificateData', text],
      key: ['clientKeyData', text],
    }),
  ),
});

/** Credential in the output of a plugin, and until when it counts. Throws an Error. Pure. */
function credentialIn(output: string, expected: string): Credential & { readonly until: number } {
  const found = firstYaml(output);
  if (!found.ok) {
    throw new Error(`its output: ${found.why}`);
  }
  const { apiVersion, kind, status } = answer(found.document, '');
  if (kind !== 'ExecCredential' || apiVersion !== expected) {
    throw new Error(
      `its output is a ${kind || 'thing'} of ${apiVersion || 'no version'}, not an ExecCredential of ${expected}`,
    );
  }
  const { token = '', certificate = '', key = '', expirationTimestamp = '' } = status ?? {};
  if ((certificate === '') !== (key === '') || (token === '' && certificate === '')) {
    throw new Error('its output has no token, and no certificate with its key');
  }
  const until = expirationTimestamp === '' ? Number.POSITIVE_INFINITY : Date.parse(expirationTimestamp);
  if (Number.isNaN(until)) {
    throw new Error(`its expirationTimestamp ${expirationTimestamp} is no time`);
  }
  return { token, certificate, key, until };
}
