import { firstYaml } from '../yaml.ts';
import {
  anything,
  base64,
  flag,
  items,
  members,
  named,
  optional,
  type Reader,
  record,
  text,
} from './reader.ts';

/** API server of a kubeconfig. A text that is empty, here and below, is one that is not there. */
export interface Cluster {
  readonly server: string;
  readonly tlsServerName: string;
  readonly insecure: boolean;
  /** Path of the file with the authorities. */
  readonly authority: string;
  readonly authorityData: string;
  readonly proxyUrl: string;
  readonly noCompression: boolean;
  /** Value of each extension by its name. */
  readonly extensions: Extensions;
}

/** Program that gives credentials. */
export interface CredentialPlugin {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly apiVersion: string;
  readonly installHint: string;
  readonly provideClusterInfo: boolean;
  readonly interactiveMode: string;
}

/** Way to log in that Kubernetes had before credential plugins. */
export interface AuthProvider {
  readonly name: string;
  readonly config: ReadonlyMap<string, string>;
}

/** User of a kubeconfig. */
export interface User {
  /** File that has the user; empty where none has. */
  readonly origin: string;
  readonly certificate: string;
  readonly certificateData: string;
  readonly key: string;
  readonly keyData: string;
  readonly token: string;
  readonly tokenFile: string;
  readonly as: string;
  readonly asUid: string;
  readonly asGroups: readonly string[];
  readonly asExtra: ReadonlyMap<string, readonly string[]>;
  readonly username: string;
  readonly password: string;
  readonly authProvider: AuthProvider | undefined;
  readonly exec: CredentialPlugin | undefined;
  readonly extensions: Extensions;
}

/** Pair of a cluster and a user, with a namespace. */
export interface Context {
  readonly cluster: string;
  readonly user: string;
  readonly namespace: string;
  readonly extensions: Extensions;
}

type Extensions = ReadonlyMap<string, unknown>;

/** Content of a kubeconfig, or of several that are merged. */
export interface Kubeconfig {
  readonly clusters: ReadonlyMap<string, Cluster>;
  readonly users: ReadonlyMap<string, User>;
  readonly contexts: ReadonlyMap<string, Context>;
  readonly currentContext: string;
}

/** Fields that kubectl reads too, and that nothing uses. */
interface Unused {
  readonly apiVersion: string;
  readonly kind: string;
  readonly preferences: { readonly colors: boolean; readonly extensions: Extensions };
  readonly extensions: Extensions;
}

const extensions = named('extension', anything);

const cluster = record<Cluster>({
  server: text,
  tlsServerName: ['tls-server-name', text],
  insecure: ['insecure-skip-tls-verify', flag],
  authority: ['certificate-authority', text],
  authorityData: ['certificate-authority-data', base64],
  proxyUrl: ['proxy-url', text],
  noCompression: ['disable-compression', flag],
  extensions,
});

const writtenPlugin = record<CredentialPlugin>({
  command: text,
  args: items(text),
  env: items(record({ name: text, value: text })),
  apiVersion: text,
  installHint: text,
  provideClusterInfo: flag,
  interactiveMode: text,
});

/** Versions of the protocol of credential plugins in which the mode may be left out. */
const IMPLICIT_MODE = /^client\.authentication\.k8s\.io\/v1(alpha1|beta1)$/;

const plugin: Reader<CredentialPlugin> = (value, at) => {
  const written = writtenPlugin(value, at);
  const isImplicit = written.interactiveMode === '' && IMPLICIT_MODE.test(written.apiVersion);
  return isImplicit ? { ...written, interactiveMode: 'IfAvailable' } : written;
};

const user = record<User>({
  origin: () => '',
  certificate: ['client-certificate', text],
  certificateData: ['client-certificate-data', base64],
  key: ['client-key', text],
  keyData: ['client-key-data', base64],
  token: text,
  tokenFile: text,
  as: text,
  asUid: ['as-uid', text],
  asGroups: ['as-groups', items(text)],
  asExtra: ['as-user-extra', members(items(text))],
  username: text,
  password: text,
  authProvider: ['auth-provider', optional(record<AuthProvider>({ name: text, config: members(text) }))],
  exec: optional(plugin),
  extensions,
});

const context = record<Context>({ cluster: text, user: text, namespace: text, extensions });

const kubeconfig = record<Kubeconfig & Unused>({
  apiVersion: text,
  kind: text,
  preferences: record({ colors: flag, extensions }),
  clusters: named('cluster', cluster),
  users: named('user', user),
  contexts: named('context', context),
  currentContext: ['current-context', text],
  extensions,
});

/** Cluster without any field. */
export const NO_CLUSTER = cluster(undefined, '');

/** User without any field. */
export const NO_USER = user(undefined, '');

/** Context without any field. */
export const NO_CONTEXT = context(undefined, '');

/**
 * Content of the text of a kubeconfig, in YAML or JSON, as client-go decodes it: unknown fields are ignored, null is a
 * field that is not there, and a value of another type, a name twice in a list or another kind throws an Error. Pure.
 */
export function decodeKubeconfig(written: string): Kubeconfig {
  const found = firstYaml(written);
  if (!found.ok) {
    throw new Error(found.why);
  }
  const { apiVersion, kind, clusters, users, contexts, currentContext } = kubeconfig(found.document, '');
  if (!['', 'v1'].includes(apiVersion) || !['', 'Config'].includes(kind)) {
    throw new Error(`it is a ${kind || 'Config'} of ${apiVersion || 'v1'}, and no Config of v1`);
  }
  return { clusters, users, contexts, currentContext };
}
