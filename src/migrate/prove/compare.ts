import { fieldsOf } from '../../base/fields.ts';
import type { ProofRequest } from './requests.ts';

/** Answer of an entrance, or why there is none. */
export type Answer =
  | {
      readonly type: 'answer';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      /** Beginning of its body. */
      readonly body: string;
      /** Certificates that the entrance shows, that of the host first; undefined without TLS. */
      readonly certificates?: readonly string[];
      /** Way in which its body arrives. */
      readonly arrival?: 'at once' | 'over time' | 'without an end';
    }
  | { readonly type: 'none'; readonly why: string };

/** Part in which two answers differ. */
export interface Difference {
  readonly part: string;
  readonly old: string;
  readonly new: string;
}

/** Headers that clients act on. */
const HEADERS = [
  'content-type',
  'content-encoding',
  'cache-control',
  'strict-transport-security',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-allow-methods',
  'access-control-allow-headers',
  'access-control-expose-headers',
];

/** Differences between two answers to a request. Pure. */
export function differencesOf(request: ProofRequest, old: Answer, recent: Answer): readonly Difference[] {
  if (isUnasked(request, old) || (recent.type === 'answer' && recent.status === MISDIRECTED)) {
    return [];
  }
  if (old.type === 'none' || recent.type === 'none') {
    return old.type === recent.type ? [] : [{ part: 'answer', old: wordOf(old), new: wordOf(recent) }];
  }
  const parts: readonly (readonly [part: string, of: (answer: Answered) => string])[] = [
    ['status', ({ status }) => `${status}`],
    ['location', ({ headers }) => locationOf(headers.location, request)],
    ['password', ({ headers }) => (headers['www-authenticate'] ?? '').split(' ')[0] ?? ''],
    ...(request.drawn ? [] : [['component', componentOf] as const]),
    ...(request.certified ? CERTIFICATES : []),
    ...(request.kind === 'stream' ? [['arrival', ({ arrival }: Answered) => arrival ?? ''] as const] : []),
    ...(request.kind === 'call'
      ? [['grpc-status', ({ headers }: Answered) => headers['grpc-status'] ?? ''] as const]
      : []),
    ...HEADERS.map((name) => [name, (answer: Answered) => headerOf(answer, name)] as const),
  ];
  const found = parts.map(([part, of]) => ({ part, old: of(old), new: of(recent) }));
  return found.filter((each) => each.old !== each.new);
}

/** Status by which an entrance sends a client to a connection of its own, which all clients know. */
const MISDIRECTED = 421;

/** Whether an entrance has no answer because it does not speak HTTP/2, so that there is nothing to compare. */
export function isUnasked({ kind }: ProofRequest, old: Answer): boolean {
  return (kind === 'call' || kind === 'reused') && old.type === 'none';
}

type Answered = Extract<Answer, { type: 'answer' }>;

function wordOf(answer: Answer): string {
  return answer.type === 'none' ? answer.why : `${answer.status}`;
}

/** Address that a redirect leads to, whatever port the entrance has. */
function locationOf(location: string | undefined, { scheme, host, path }: ProofRequest): string {
  if (location === undefined) {
    return '';
  }
  const base = `${scheme}://${host}${path}`;
  if (!URL.canParse(location, base)) {
    return location;
  }
  const url = new URL(location, base);
  url.port = url.hostname === host ? '' : url.port;
  return url.href;
}

/** Component that says its name in its answer. */
function componentOf({ body, headers }: Answered): string {
  const named = headers['x-component'];
  try {
    const { component } = fieldsOf(JSON.parse(body));
    return named ?? (typeof component === 'string' ? component : '');
  } catch {
    return named ?? '';
  }
}

/** Parts of answers by TLS. */
const CERTIFICATES: readonly (readonly [part: string, of: (answer: Answered) => string])[] = [
  ['certificate', ({ certificates = [] }) => certificates[0] ?? ''],
  ['chain', ({ certificates = [] }) => certificates.slice(1).join(' ')],
];

/** Header of an answer in one spelling; gateways have their own pages of errors. */
function headerOf({ status, headers }: Answered, name: string): string {
  const value = headers[name] ?? '';
  const isPage = status >= 300 && name.startsWith('content-');
  return isPage ? '' : value.toLowerCase().replaceAll(' ', '').split(',').toSorted().join(',');
}

/** Line on a request whose answers differ. Pure. */
export function lineOf(request: ProofRequest, differences: readonly Difference[]): string {
  const { method, scheme, host, path, headers, bytes, about } = request;
  // A password is no part of a table.
  const shown = Object.entries(headers).map(
    ([name, value]) => `${name}: ${name === 'authorization' ? '…' : value}`,
  );
  const more = [...shown, ...(bytes === undefined ? [] : [`${bytes} bytes`])];
  const parts = differences.map(({ part, old, new: recent }) => `${part} ${old || '-'} → ${recent || '-'}`);
  const asked = [`${method} ${scheme}://${host}${path}`, ...more].join(' ');
  return `${about}: ${asked}: ${parts.join(', ')}`;
}
