import fc from 'fast-check';
import { stringify } from 'yaml';
import type { Overrides } from '../../src/kube/kubeconfig/overrides.ts';
import { REFUSED_TOKEN, type Recorders } from './recorders.ts';

/** Kubeconfigs, and what else decides whom they make of a caller. Paths are below the folder of the case. */
export interface KubeconfigCase {
  /** Content of each file by its path. */
  readonly files: Readonly<Record<string, string>>;
  /** Files of KUBECONFIG, some of which are not there; undefined without KUBECONFIG. */
  readonly list: readonly string[] | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly options: KubeconfigOptions;
}

/** Options of kubectl that cases have. */
export type KubeconfigOptions = Omit<Overrides, 'certificate' | 'key' | 'asExtra'>;

/** Material that kubeconfigs name or contain. */
export interface Material {
  readonly ports: Recorders['ports'];
  readonly ca: string;
  readonly clients: readonly { readonly pem: string; readonly key: string }[];
}

const NAMES = ['a', 'b', 'c'];
const HOST = 'api.behind.invalid';

const name = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...NAMES) }, fc.constant('nobody has this'));
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** One of several values, of which the first comes nine times in ten. */
function mostly<T>(usual: T, ...others: T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: 9, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
}

/** Some of such fields, each in `1 / rarity` of all cases. */
function some(fields: Readonly<Record<string, fc.Arbitrary<unknown>>>, rarity = 4): fc.Arbitrary<object> {
  const entries = Object.entries(fields).map(
    ([field, value]) =>
      [
        field,
        fc.option(value, { nil: undefined, freq: 1 }).chain((each) => keptRarely(each, rarity)),
      ] as const,
  );
  return fc.record(Object.fromEntries(entries)).map(withoutMissing);
}

function keptRarely(value: unknown, rarity: number): fc.Arbitrary<unknown> {
  return fc.nat(rarity - 1).map((chosen) => (chosen === 0 ? value : undefined));
}

function withoutMissing(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

function servers({ ports }: Material): fc.Arbitrary<string> {
  const usual = fc.constantFrom(
    `https://localhost:${ports.secure}`,
    `https://127.0.0.1:${ports.secure}/clusters/one/`,
    `https://${HOST}:6443`,
  );
  const odd = fc.constantFrom(
    `https://localhost:${ports.secure}/clusters/one/`,
    `https://localhost:${ports.secure}/clusters/two?a=b#c`,
    `https://anna:word@localhost:${ports.secure}`,
    `https://${HOST}`,
    'https://[fd00::1]:6443',
    'https://240.0.0.1',
    `http://localhost:${ports.plain}`,
    `localhost:${ports.plain}`,
    `localhost:${ports.plain}/path`,
    `127.0.0.1:${ports.plain}`,
    `http://${HOST}/prefix`,
    'ftp://localhost',
    '',
  );
  return fc.oneof({ weight: 3, arbitrary: usual }, odd);
}

function proxies({ ports }: Material): fc.Arbitrary<string> {
  return fc.constantFrom(
    `http://127.0.0.1:${ports.proxy}`,
    `http://us%20er:pa%3Ass@127.0.0.1:${ports.proxy}`,
    `http://only@localhost:${ports.proxy}/ignored`,
    `https://localhost:${ports.secureProxy}`,
    `socks5://127.0.0.1:${ports.socks}`,
    `socks5://me:secret@127.0.0.1:${ports.socks}`,
  );
}

const extensions = fc.constantFrom(
  [{ name: 'client.authentication.k8s.io/exec', extension: { audience: 'ours', more: [1, true, null] } }],
  [{ name: 'other', extension: { a: 1 } }],
  [],
);

function clusters(material: Material): fc.Arbitrary<object> {
  const trusted = mostly<object>(
    { 'certificate-authority-data': base64(material.ca) },
    { 'certificate-authority': 'pki/ca.crt' },
    { 'certificate-authority': './pki/../pki/ca.crt' },
    { 'insecure-skip-tls-verify': true },
    {},
    { 'certificate-authority': 'missing.crt' },
    { 'certificate-authority': 'empty.crt' },
    { 'certificate-authority': 'pki/ca.crt', 'certificate-authority-data': base64(material.ca) },
    { 'certificate-authority': 'pki/ca.crt', 'insecure-skip-tls-verify': true },
    { 'certificate-authority-data': 'no base64' },
    { 'certificate-authority-data': base64('no certificate') },
  );
  const more = some({
    'proxy-url': fc.oneof(
      { weight: 4, arbitrary: proxies(material) },
      fc.constantFrom('', 'ftp://proxy', 'proxy:3128'),
    ),
    'tls-server-name': fc.constantFrom(HOST, HOST, 'localhost', 'wrong.invalid', ''),
    extensions,
    'disable-compression': fc.boolean(),
    unknown: fc.constant({ ignored: true }),
  });
  return fc
    .tuple(servers(material), trusted, more)
    .map(([server, ...rest]) => Object.assign({ server }, ...rest));
}

const ANSWERS = [
  'good',
  'beta',
  'certificate',
  'expired',
  'refused',
  'both',
  'wrongVersion',
  'noKind',
  'empty',
  'half',
  'yaml',
  'fails',
  'number',
  'noStatus',
];

const plugin = fc
  .record({
    command: mostly('../bin/login', 'login', './none', 'no-such-program', ''),
    answer: mostly('good', ...ANSWERS),
    apiVersion: mostly(
      'client.authentication.k8s.io/v1',
      'client.authentication.k8s.io/v1beta1',
      'client.authentication.k8s.io/v1alpha1',
      '',
    ),
    more: some(
      {
        provideClusterInfo: fc.constant(true),
        installHint: fc.constant('brew install \u001b[1mlogin'),
        env: fc.constantFrom(
          [{ name: 'SUFFIX', value: '-own' }],
          [{ name: 'PATH', value: '/usr/bin:/bin' }],
          [{ name: '', value: 'x' }],
          null,
        ),
      },
      2,
    ),
    mode: mostly<object>(
      { interactiveMode: 'Never' },
      { interactiveMode: 'IfAvailable' },
      { interactiveMode: 'Always' },
      {},
      { interactiveMode: 'Odd' },
    ),
  })
  .map(({ answer, more, mode, command, apiVersion }) => ({
    command,
    apiVersion,
    args: [answer],
    ...more,
    ...mode,
  }));

const acting = mostly<object>(
  {},
  { as: 'nobody' },
  { as: 'nobody', 'as-groups': ['one', 'two', 'system:masters'], 'as-uid': '17' },
  { as: 'Zoë', 'as-user-extra': { 'Example.com/Scopes': ['one', 'two'], 'a%b': ['c'], none: [] } },
  { 'as-groups': ['lonely'] },
  { 'as-uid': '17' },
  { token: 17 },
);

function users({ clients: [first, second] }: Material): fc.Arbitrary<object> {
  const login = fc.oneof(
    fc.constantFrom<object>(
      {},
      { token: 'written' },
      { token: REFUSED_TOKEN },
      { tokenFile: 'secret/token' },
      { tokenFile: 'secret/none' },
      { tokenFile: 'empty.crt' },
      { token: 'written', tokenFile: 'secret/token' },
      { token: 'written', tokenFile: 'secret/none' },
      { username: 'anna', password: 'wörd' },
      { username: 'anna' },
      { password: 'word' },
      { token: 'written', username: 'anna', password: 'word' },
      { tokenFile: 'secret/token', username: 'anna' },
      { 'client-certificate': 'pki/one.crt', 'client-key': 'pki/one.key' },
      { 'client-certificate': 'pki/one.crt' },
      { 'client-certificate': 'pki/none.crt', 'client-key': 'pki/one.key' },
      { 'client-key': 'pki/none.key', token: 'written' },
      { 'client-certificate': 'pki/one.crt', 'client-key': 'pki/one.key', token: 'written' },
      { token: null },
    ),
    fc.constantFrom<object>(
      { 'client-certificate-data': base64(second?.pem ?? ''), 'client-key-data': base64(second?.key ?? '') },
      { 'client-certificate-data': base64(second?.pem ?? ''), 'client-key': 'pki/one.key' },
      { 'client-certificate-data': base64(first?.pem ?? ''), 'client-key': 'pki/one.key' },
      {
        'client-certificate': 'pki/one.crt',
        'client-certificate-data': base64(second?.pem ?? ''),
        'client-key-data': base64(second?.key ?? ''),
      },
      { 'auth-provider': { name: 'gcp' } },
      { 'auth-provider': { name: 'strange', config: { a: 'b' } }, token: 'written' },
      { 'auth-provider': oidc({ 'id-token': idToken(4_000_000_000) }) },
      { 'auth-provider': oidc({ 'id-token': idToken(1) }) },
      { 'auth-provider': oidc({ 'id-token': 'no.token' }) },
      { 'auth-provider': { name: 'oidc', config: {} } },
    ),
    plugin.map((exec) => ({ exec })),
    plugin.map((exec) => ({ exec })),
    plugin.map((exec) => ({ exec, token: 'written' })),
    plugin.map((exec) => ({ exec, 'auth-provider': oidc({}) })),
  );
  return fc.tuple(login, acting).map(([one, other]) => ({ ...one, ...other }));
}

function oidc(config: object): object {
  return { name: 'oidc', config: { 'idp-issuer-url': 'https://localhost:1', 'client-id': 'c', ...config } };
}

function idToken(exp: number): string {
  return `e30.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.sig`;
}

const contexts = fc
  .record({
    cluster: name,
    user: name,
    namespace: fc.constantFrom('', 'team', 'default'),
  })
  .map(({ namespace, ...rest }) => (namespace === '' ? rest : { ...rest, namespace }));

function entries(member: string, value: fc.Arbitrary<object>): fc.Arbitrary<object[]> {
  const entry = (key: string) => value.map((each) => ({ name: key, [member]: each }));
  return fc.oneof(
    { weight: 60, arbitrary: fc.tuple(...NAMES.map(entry)) },
    { weight: 8, arbitrary: fc.subarray(NAMES).chain((names) => fc.tuple(...names.map(entry))) },
    { weight: 1, arbitrary: fc.tuple(...['a', 'b', 'a'].map(entry)) },
  );
}

function contents(material: Material): fc.Arbitrary<string> {
  const whole = fc
    .record({
      clusters: entries('cluster', clusters(material)),
      users: entries('user', users(material)),
      contexts: entries('context', contexts),
      current: mostly<string | undefined>('a', 'b', undefined, '', 'nowhere'),
      head: mostly<object>(
        { apiVersion: 'v1', kind: 'Config' },
        {},
        {},
        {},
        {},
        {},
        { kind: 'Pod' },
        { apiVersion: 'v2' },
      ),
      tail: mostly<object>(
        {},
        { preferences: {} },
        { preferences: { colors: true } },
        { unknown: [1] },
        { preferences: 'none' },
        { users: null },
      ),
    })
    .map(({ current, head, tail, ...lists }) =>
      withoutMissing({ ...head, ...lists, 'current-context': current, ...tail }),
    );
  const written = fc
    .tuple(whole, mostly('yaml', 'json', 'documents', 'twice'))
    .map(([config, form]) => writtenAs(config, form));
  return fc.oneof(
    { weight: 40, arbitrary: written },
    fc.constantFrom('', '\n\n', '# nothing\n', 'null', '- a list', 'a: [', '{}', 'text'),
  );
}

function writtenAs(config: object, form: string): string {
  switch (form) {
    case 'json':
      return JSON.stringify(config);
    case 'documents':
      return `---\n${stringify(config)}---\nclusters: {}\n`;
    case 'twice':
      return `${stringify(config)}\ncurrent-context: c\n`;
    default:
      return stringify(config);
  }
}

const NO_PROXY = [
  '',
  '*',
  HOST,
  `.${HOST.slice(4)}`,
  '*.invalid',
  `${HOST}:6443`,
  `${HOST}:1`,
  'other',
  '240.0.0.0/8',
  '240.0.0.1',
  '240.0.0.1:443',
  '240.0.0.1:1',
  'fd00::/8',
  '[fd00::1]:6443',
  ' INVALID , x',
  '::1',
  'behind.invalid,',
  'fd00::1',
];

function environments(material: Material): fc.Arbitrary<Readonly<Record<string, string>>> {
  const proxy = fc.oneof(
    { weight: 4, arbitrary: proxies(material) },
    fc.constantFrom('', `127.0.0.1:${material.ports.proxy}`, `localhost:${material.ports.proxy}`),
  );
  const noProxy = fc.constantFrom(...NO_PROXY);
  return some(
    {
      HTTPS_PROXY: proxy,
      https_proxy: proxy,
      HTTP_PROXY: proxy,
      http_proxy: proxy,
      NO_PROXY: noProxy,
      no_proxy: noProxy,
      KUBERNETES_MASTER: fc.constantFrom(
        `http://localhost:${material.ports.plain}`,
        `https://localhost:${material.ports.secure}`,
      ),
      SUFFIX: fc.constant('-inherited'),
    },
    3,
  ) as fc.Arbitrary<Readonly<Record<string, string>>>;
}

function options(material: Material): fc.Arbitrary<KubeconfigOptions> {
  return some(
    {
      kubeconfig: fc.constantFrom('one/config', 'two/config', 'missing'),
      context: name,
      cluster: name,
      user: name,
      namespace: fc.constantFrom('given', ''),
      server: servers(material),
      tlsServerName: fc.constantFrom(HOST, 'localhost'),
      insecure: fc.boolean(),
      authority: fc.constantFrom('one/pki/ca.crt', 'one/none.crt'),
      token: fc.constantFrom('given', REFUSED_TOKEN),
      as: fc.constantFrom('somebody', ''),
      asUid: fc.constant('23'),
      asGroups: fc.constantFrom(['first', 'second'], []),
      requestTimeout: fc.constantFrom('10', '0', '1m30s', '1.5h', '15000ms', 'soon', '-3s', ''),
    },
    10,
  ) as fc.Arbitrary<KubeconfigOptions>;
}

/** Kubeconfigs with their environments and options, most of which give access to a server. */
export function kubeconfigCases(material: Material): fc.Arbitrary<KubeconfigCase> {
  const content = contents(material);
  return fc.record({
    files: fc.record({ 'one/config': content, 'two/config': content, '.kube/config': content }),
    list: fc.oneof(
      {
        weight: 5,
        arbitrary: fc.array(mostly('one/config', 'two/config', 'missing', 'missing/config', ''), {
          minLength: 1,
          maxLength: 4,
        }),
      },
      fc.constant(undefined),
    ),
    env: environments(material),
    options: options(material),
  });
}
