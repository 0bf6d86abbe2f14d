import type { Case, HttpRequest, RuleBody, TcpRequest } from './case.ts';

/** Location of a case: its host names get `suffix`, and its ports become those of the gateway. */
export interface Site {
  readonly suffix: string;
  /** The gateway's ports for http and https, as its clients see them. */
  readonly httpPort: number;
  readonly httpsPort: number;
  /** Ports of the gateway that are free during the case. */
  readonly tcpPorts: readonly number[];
}

/** Placeholder of the varied values of a case. */
const PLACEHOLDER = '$value';

/**
 * A case with unique names that can run next to others: different names stay different, a subdomain stays a subdomain.
 * Varied values stay unchanged, because the case tests their form.
 */
export function relocate(one: Case, site: Site): Case {
  const ports = portMap(one, site.tcpPorts);
  const rule = (body: RuleBody) => moveRule(body, site, ports);
  const hosts = [...one.with, one.rule].flatMap(({ http }) => (http ? [http.domain_name] : []));
  return {
    ...one,
    with: one.with.map(rule),
    rule: rule(one.rule),
    certificates: Object.fromEntries(
      Object.entries(one.certificates).map(([id, hosts]) => [id, hosts.map((host) => moveHost(host, site))]),
    ),
    requests: one.requests.map((request) =>
      'port' in request ? moveTcp(request, ports) : moveHttp(request, site, hosts),
    ),
    vary: one.vary && {
      ...one.vary,
      accept: one.vary.accept.map((value) =>
        one.vary?.member === 'tcp.end_point' ? moveEndPoint(String(value), ports) : value,
      ),
    },
  };
}

function moveHost(host: string, { suffix }: Site): string {
  const [name, port] = host.split(':');
  return `${name}.${suffix}${port === undefined ? '' : `:${port}`}`;
}

function moveRule(body: RuleBody, site: Site, ports: ReadonlyMap<number, number>): RuleBody {
  const { http, tcp } = body;
  return {
    ...body,
    ...(http && {
      http: {
        ...http,
        domain_name: http.domain_name === PLACEHOLDER ? PLACEHOLDER : moveHost(http.domain_name, site),
      },
    }),
    ...(tcp && {
      tcp: {
        ...tcp,
        end_point: moveEndPoint(tcp.end_point, ports),
        default_port: ports.get(portOf(tcp.end_point)) ?? tcp.default_port,
      },
    }),
  };
}

function moveHttp(request: HttpRequest, site: Site, hosts: readonly string[]): HttpRequest {
  const { location } = request.expect;
  return {
    ...request,
    host: moveHost(withPorts(request.host, site), site),
    expect: { ...request.expect, location: location && moveLocation(location, site, hosts) },
  };
}

/** A text with the gateway's ports in place of `$http_port` and `$https_port`. */
function withPorts(text: string, { httpPort, httpsPort }: Site): string {
  return text.replace('$http_port', String(httpPort)).replace('$https_port', String(httpsPort));
}

/** A location at a host of the case, with the gateway's port for https unless it states one; others stay. */
function moveLocation(text: string, site: Site, hosts: readonly string[]): string {
  const location = withPorts(text, site);
  const url = new URL(location);
  if (!hosts.includes(url.hostname)) {
    return location;
  }
  const isStated = location.startsWith(`${url.protocol}//${url.hostname}:`);
  url.hostname = moveHost(url.hostname, site);
  url.port = url.protocol === 'https:' && !isStated ? String(site.httpsPort) : url.port;
  return url.href;
}

function moveTcp(request: TcpRequest, ports: ReadonlyMap<number, number>): TcpRequest {
  return { ...request, port: ports.get(request.port) ?? request.port };
}

function moveEndPoint(endPoint: string, ports: ReadonlyMap<number, number>): string {
  const port = ports.get(portOf(endPoint));
  return port === undefined ? endPoint : `${endPoint.slice(0, endPoint.lastIndexOf(':'))}:${port}`;
}

/** The port of `ip:port`; NaN if there is none. */
function portOf(endPoint: string): number {
  return Number(/:(\d+)$/.exec(endPoint)?.[1]);
}

function portMap(one: Case, free: readonly number[]): ReadonlyMap<number, number> {
  const endPoints = [...one.with, one.rule].flatMap(({ tcp }) => (tcp ? [tcp.end_point] : []));
  const varied = one.vary?.member === 'tcp.end_point' ? one.vary.accept.map(String) : [];
  const asked = new Set([...endPoints, ...varied].map(portOf).filter((port) => !Number.isNaN(port)));
  if (asked.size > free.length) {
    throw new Error(
      `${one.name} needs ${asked.size} ports of the gateway, but only ${free.length} are available`,
    );
  }
  return new Map([...asked].map((port, index) => [port, free[index] ?? port]));
}
