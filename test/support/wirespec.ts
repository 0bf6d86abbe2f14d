/**
 * Request body of the contract for a spec; undefined if there is none: the contract packs structures into strings,
 * which cannot express every spec, and has special values for "none".
 */
export function wireOf({
  appId,
  http,
  tcp,
  ...rest
}: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined {
  const halves = [
    ...(http === undefined ? [] : [['http', isObject(http) ? wireHttp(http) : http]]),
    ...(tcp === undefined ? [] : [['tcp', isObject(tcp) ? wireTcp(tcp) : tcp]]),
  ];
  const protocol = wireProtocol(rest.protocol, isObject(tcp) ? tcp.transport : undefined);
  const body = { ...rest, protocol, ...Object.fromEntries(halves) };
  // The contract demands the protocol, which an object may leave out.
  const isSaid = rest.protocol !== undefined;
  return isSaid && appId === 1 && !holds(body, INEXPRESSIBLE) ? body : undefined;
}

/** Marker of values that the contract cannot express. */
const INEXPRESSIBLE = Symbol('unsaid');

/** Protocol of a body: the contract has no other word for a transport, and none for TCP alone. */
function wireProtocol(protocol: unknown, transport: unknown): unknown {
  if (protocol === 'udp' || (transport !== undefined && (protocol !== 'tcp' || transport !== 'UDP'))) {
    return INEXPRESSIBLE;
  }
  return transport === undefined ? protocol : 'udp';
}

function wireHttp(http: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return members(http, (name, value) => {
    switch (name) {
      case 'domainCookie':
      case 'domainHeader':
        return isObject(value) ? wirePairs(value) : value;
      case 'configuration':
        return isObject(value) ? members(value, (_, setting) => setting) : value;
      default:
        return NONE[name] === value ? INEXPRESSIBLE : value;
    }
  });
}

/** Values that mean "none" in the contract and are absent in a spec. */
const NONE: Readonly<Record<string, unknown>> = { certificateId: 0, autoSslConfig: '' };

function wireTcp({ transport: _, ...tcp }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  // The contract requires fields that a spec may omit.
  const whole = { defaultPort: 1, defaultIp: '0.0.0.0', ...tcp };
  return members(whole, (name, value) => (name === 'endPoint' ? wireEndPoint(value) : value));
}

function wireEndPoint(value: unknown): unknown {
  if (!isObject(value)) {
    return typeof value === 'string' ? INEXPRESSIBLE : value;
  }
  const { ip, port } = value;
  if (typeof ip !== 'string' || typeof port !== 'number' || /[[\]]/.test(ip)) {
    return INEXPRESSIBLE;
  }
  return ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`;
}

function wirePairs(pairs: Readonly<Record<string, unknown>>): unknown {
  const entries = Object.entries(pairs);
  const sayable = entries.every(
    ([name, value]) =>
      typeof value === 'string' &&
      !/[;=]/.test(name) &&
      name === name.trim() &&
      !value.includes(';') &&
      value === value.trim(),
  );
  return sayable ? entries.map(([name, value]) => `${name}=${value}`).join(';') : INEXPRESSIBLE;
}

function members(
  object: Readonly<Record<string, unknown>>,
  said: (name: string, value: unknown) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [wireName(name), said(name, value)]),
  );
}

/** Member that the contract does not have: its members are spelled as in a spec. */
const POLICY = 'http.policy';

/** Whether a field that a problem names is the one at `path` of a spec, or a part of it; of a policy, a rule on the whole may name it. */
export function isNamed(field: string, path: string): boolean {
  const wanted = wireName(path).replace(/^tcp\.end_point.*/, 'tcp.end_point');
  const isWhole = field.startsWith(POLICY) && wanted.startsWith(`${field}.`);
  // Of an object, one of two members may be there: the API server names what they are members of.
  const isTarget = wanted === `${field}.service_id`;
  return field === wanted || field.startsWith(`${wanted}.`) || isWhole || isTarget;
}

/** A name, or a path of names, in the contract's spelling. */
function wireName(name: string): string {
  if (name.startsWith(POLICY)) {
    return name;
  }
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function holds(value: unknown, wanted: symbol): boolean {
  return (
    value === wanted ||
    (typeof value === 'object' && value !== null && Object.values(value).some((item) => holds(item, wanted)))
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
