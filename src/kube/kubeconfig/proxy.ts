import { BlockList, isIP, isIPv4 } from 'node:net';
import { domainToASCII } from 'node:url';
import { bareHost } from '../../base/barehost.ts';

/** Schemes of proxies that client-go speaks to. */
const SCHEMES = ['http:', 'https:', 'socks5:'];

/** Proxy that a kubeconfig names. Throws an Error. Pure. */
export function proxyOf(written: string): URL {
  const url = URL.parse(written);
  if (url === null || !SCHEMES.includes(url.protocol)) {
    throw new Error(`proxy-url ${written} must be a URL with http, https or socks5`);
  }
  return url;
}

/**
 * Proxy to a server by the environment, as client-go reads it: HTTPS_PROXY or HTTP_PROXY by the scheme of the server, but
 * for this machine and for what NO_PROXY names. A variable in small letters counts where that in capitals is empty. Throws
 * an Error for a proxy that client-go does not speak to. Pure.
 */
export function proxyByEnvironment(server: URL, env: NodeJS.ProcessEnv): URL | undefined {
  const isSecure = server.protocol === 'https:';
  const written = isSecure ? variable(env, 'HTTPS_PROXY') : variable(env, 'HTTP_PROXY');
  if (written !== '' && !isSecure && env.REQUEST_METHOD) {
    throw new Error(
      'HTTP_PROXY does not count beside REQUEST_METHOD, where a client of a web server may have set it',
    );
  }
  if (written === '' || isExempt(server, variable(env, 'NO_PROXY'))) {
    return undefined;
  }
  const named = URL.parse(written);
  const url = named === null || named.host === '' ? URL.parse(`http://${written}`) : named;
  if (url === null) {
    // Like an empty one: others of the same environment may understand it.
    return undefined;
  }
  if (!SCHEMES.includes(url.protocol)) {
    throw new Error(`the proxy ${written} of the environment must be a URL with http, https or socks5`);
  }
  return url;
}

function variable(env: NodeJS.ProcessEnv, name: string): string {
  return env[name] || env[name.toLowerCase()] || '';
}

/** Host and port of a server, without the brackets of an address. */
interface Target {
  readonly host: string;
  readonly port: string;
}

function isExempt(server: URL, list: string): boolean {
  const host = bareHost(server.hostname);
  const target = { host, port: server.port || (server.protocol === 'https:' ? '443' : '80') };
  const entries = list.split(',').map((entry) => entry.trim().toLowerCase());
  return host === 'localhost' || isWithin(host, LOOPBACK) || entries.some((entry) => exempts(entry, target));
}

const LOOPBACK = ['127.0.0.0/8', '::1/128', '::ffff:127.0.0.0/104'];

/** Whether an entry of NO_PROXY is for a target: `*`, a range or an address, or a name with those below it. */
function exempts(entry: string, { host, port }: Target): boolean {
  if (entry === '*') {
    return true;
  }
  if (isRange(entry)) {
    return isWithin(host, [entry]);
  }
  const { host: name, port: only } = splitPort(entry);
  if (name === '' || (only !== '' && only !== port)) {
    return false;
  }
  return isIP(name) || isIP(host) ? isSameAddress(name, host) : isBelow(host, nameOf(name));
}

/** Name of an entry as hosts of URLs have it. */
function nameOf(entry: string): string {
  const name = entry.replace(/^\*\./, '.');
  return /^[\x20-\x7e]*$/.test(name)
    ? name
    : `${name.startsWith('.') ? '.' : ''}${domainToASCII(name.replace(/^\./, ''))}`;
}

/** Host and port of an entry; an address of IPv6 with a port has brackets. */
function splitPort(entry: string): Target {
  const end = entry.startsWith('[') ? entry.indexOf(']') + 1 : entry.indexOf(':');
  const hasPort = end > 0 && entry[end] === ':' && entry.indexOf(':', end + 1) < 0;
  return hasPort
    ? { host: bareHost(entry.slice(0, end)), port: entry.slice(end + 1) }
    : { host: bareHost(entry), port: '' };
}

function isBelow(host: string, name: string): boolean {
  return name.startsWith('.') ? host.endsWith(name) : host === name || host.endsWith(`.${name}`);
}

function isRange(entry: string): boolean {
  const [address = '', bits = '', ...more] = entry.split('/');
  const most = isIPv4(address) ? 32 : 128;
  return isIP(address) !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most && more.length === 0;
}

function isSameAddress(one: string, other: string): boolean {
  return isIP(one) !== 0 && isWithin(other, [`${one}/${isIPv4(one) ? 32 : 128}`]);
}

/** Whether a host is an address within ranges; one of IPv4 may be written as one of IPv6. */
function isWithin(host: string, ranges: readonly string[]): boolean {
  if (isIP(host) === 0) {
    return false;
  }
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    list.addSubnet(address, Number(bits), isIPv4(address) ? 'ipv4' : 'ipv6');
  }
  return list.check(host, isIPv4(host) ? 'ipv4' : 'ipv6');
}
