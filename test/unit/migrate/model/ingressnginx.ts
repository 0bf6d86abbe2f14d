/**
 * Model of ingress-nginx: which server, location and answer a request gets, as its controller and its template make them of
 * Ingresses (internal/ingress/controller/controller.go, location.go, template.go, rootfs/etc/nginx/template/nginx.tmpl and
 * rootfs/etc/nginx/lua/lua_ingress.lua). It shares no code with the migration.
 */

/** Annotations of a model’s Ingress that decide on servers, locations and redirects. */
export interface ModelAnnotations {
  readonly 'use-regex'?: string;
  readonly 'rewrite-target'?: string;
  readonly 'ssl-redirect'?: string;
  readonly 'force-ssl-redirect'?: string;
  readonly 'app-root'?: string;
  readonly 'from-to-www-redirect'?: string;
  readonly 'server-alias'?: string;
  readonly 'permanent-redirect'?: string;
  readonly 'server-snippet'?: string;
  readonly 'auth-tls-secret'?: string;
}

/** Path of a model’s Ingress. */
export interface ModelPath {
  readonly path: string;
  readonly pathType: 'Prefix' | 'Exact' | 'ImplementationSpecific';
  readonly service: string;
}

/** Ingress of the model. */
export interface ModelIngress {
  readonly namespace: string;
  readonly name: string;
  /** When it was created. */
  readonly age: number;
  readonly annotations: ModelAnnotations;
  readonly rules: readonly { readonly host: string; readonly paths: readonly ModelPath[] }[];
  readonly tls: readonly { readonly hosts?: readonly string[]; readonly secretName?: string }[];
  readonly defaultBackend?: string;
}

/** Request to the model. */
export interface ModelRequest {
  readonly scheme: 'http' | 'https';
  readonly host: string;
  readonly path: string;
}

/** Answer of the model. */
export type ModelAnswer =
  | {
      readonly type: 'service';
      readonly service: string;
      readonly path: string;
      readonly certificate: string;
      readonly of: string;
    }
  | {
      readonly type: 'redirect';
      /** Whether it is that of all paths that no Ingress has. */
      readonly rest: boolean;
      readonly code: number;
      readonly location: string;
      readonly certificate: string;
      readonly of: string;
    }
  /** A guard of the whole server. */
  | { readonly type: 'guarded'; readonly of: string }
  | { readonly type: 'none'; readonly certificate: string };

interface Location {
  readonly path: string;
  readonly type: 'Prefix' | 'Exact';
  readonly service: string;
  readonly ingress: ModelIngress;
  readonly isDefault: boolean;
}

interface Server {
  readonly host: string;
  locations: Location[];
  aliases: readonly string[];
  /** Name of a Secret, or that of the controller’s own; undefined before one is set. */
  certificate: string | undefined;
  guard: string | undefined;
  /** Ingress that sends the host with www., or without, here. */
  www: string | undefined;
}

/** Certificate of the controller. */
export const DEFAULT = '(default)';

/** Hosts that the certificates of Secrets are for. */
export type ModelSecrets = Readonly<Record<string, readonly string[]>>;

/** ingress-nginx with Ingresses. */
export class ModelController {
  readonly #servers = new Map<string, Server>();
  readonly #redirects = new Map<string, { readonly to: Server; readonly certificate: string | undefined }>();
  readonly #secrets: ModelSecrets;

  constructor(ingresses: readonly ModelIngress[], secrets: ModelSecrets) {
    this.#secrets = secrets;
    // sortIngressSlice: by age, and those as old by their name, the last one first.
    const sorted = ingresses.toSorted(
      (one, other) => one.age - other.age || (keyOf(one) > keyOf(other) ? -1 : 1),
    );
    this.#createServers(sorted);
    this.#addLocations(sorted);
    for (const server of this.#servers.values()) {
      // First by the text, descending, then by its length.
      server.locations.sort((one, other) => (one.path === other.path ? 0 : one.path > other.path ? -1 : 1));
      server.locations.sort((one, other) => other.path.length - one.path.length);
      this.#redirectWww(server);
    }
  }

  #createServers(sorted: readonly ModelIngress[]): void {
    const all = sorted.flatMap((ingress) => ingress.rules.map(({ host }) => ({ ingress, host })));
    for (const { ingress, host } of all) {
      this.#servers.set(host, this.#servers.get(host) ?? newServer(host, ingress));
    }
    for (const { ingress, host } of all) {
      const server = this.#servers.get(host) ?? newServer(host, ingress);
      const aliases = (ingress.annotations['server-alias'] ?? '').split(',').filter((each) => each !== '');
      server.aliases = server.aliases.length === 0 ? aliases : server.aliases;
      server.guard ??= ingress.annotations['server-snippet'] === undefined ? undefined : keyOf(ingress);
      server.certificate ??= ingress.tls.length === 0 ? undefined : this.#certificateFor(host, ingress);
    }
    for (const server of this.#servers.values()) {
      server.aliases = [...new Set(server.aliases)].filter(
        (alias) => alias !== server.host && !this.#servers.has(alias),
      );
    }
  }

  /** extractTLSSecretName, and what becomes of a certificate that is for others. */
  #certificateFor(host: string, { tls }: ModelIngress): string {
    const named = tls.find(({ hosts = [] }) => hosts.includes(host));
    const name =
      named === undefined
        ? tls.find(({ secretName }) => secretName !== undefined && this.#isFor(secretName, host))?.secretName
        : named.secretName;
    return name !== undefined && this.#isFor(name, host) ? name : DEFAULT;
  }

  #isFor(secret: string, host: string): boolean {
    return (this.#secrets[secret] ?? []).some((name) => name === host || name === wildcard(host));
  }

  #addLocations(sorted: readonly ModelIngress[]): void {
    const all = sorted.flatMap((ingress) => ingress.rules.map((rule) => ({ ingress, ...rule })));
    for (const { ingress, host, paths } of all) {
      const server = this.#servers.get(host) ?? newServer(host, ingress);
      server.guard ??= ingress.annotations['auth-tls-secret'] === undefined ? undefined : keyOf(ingress);
      for (const path of paths) {
        addLocation(server, path, ingress);
      }
    }
  }

  /** BuildRedirects: from the host with www., or without. */
  #redirectWww(server: Server): void {
    if (server.www === undefined) {
      return;
    }
    const from = server.host.startsWith('www.') ? server.host.slice('www.'.length) : `www.${server.host}`;
    if (!this.#servers.has(from)) {
      const { certificate } = server;
      const fits = certificate !== undefined && this.#isFor(certificate, from);
      this.#redirects.set(from, { to: server, certificate: fits ? certificate : undefined });
    }
  }

  /** Answer to a request. */
  answer(request: ModelRequest): ModelAnswer {
    const { host, scheme, path } = request;
    const certificate = this.#configured(host);
    const shown = certificate ?? DEFAULT;
    const redirect = this.#redirects.get(host);
    if (redirect !== undefined && !this.#servers.has(host)) {
      const location = `${scheme}://${redirect.to.host}${path.replace(/\/$/, '')}`;
      return {
        type: 'redirect',
        rest: false,
        code: 308,
        location,
        certificate: shown,
        of: redirect.to.www ?? '',
      };
    }
    const server = this.#serverOf(host);
    if (server === undefined) {
      return { type: 'none', certificate: shown };
    }
    if (server.guard !== undefined) {
      return { type: 'guarded', of: server.guard };
    }
    // The server answers before it looks for a location.
    const root = server.locations.find(({ ingress }) => isAppRoot(ingress));
    if (root !== undefined && path === '/') {
      const to = root.ingress.annotations['app-root'] ?? '';
      return {
        type: 'redirect',
        rest: false,
        code: 302,
        location: `${scheme}://${host}${to}`,
        certificate: shown,
        of: keyOf(root.ingress),
      };
    }
    const regular = server.locations.some(isRegular);
    const found = regular ? regularLocation(server, path) : plainLocation(server, path);
    if (found === undefined) {
      return { type: 'none', certificate: shown };
    }
    if (found.type === 'slash') {
      return {
        type: 'redirect',
        rest: false,
        code: 301,
        location: `${scheme}://${host}${path}/`,
        certificate: shown,
        of: keyOf(found.location.ingress),
      };
    }
    return respond(request, found.location, { certificate, shown });
  }

  #serverOf(host: string): Server | undefined {
    const byAlias = this.#withAlias(host);
    return this.#servers.get(host) ?? byAlias ?? this.#servers.get(wildcard(host));
  }

  /** Of two servers with one name, nginx takes the first in its configuration, where they stand by their hosts. */
  #withAlias(host: string): Server | undefined {
    const found = [...this.#servers.values()].filter(({ aliases }) => aliases.includes(host));
    return found.toSorted((one, other) => (one.host < other.host ? -1 : 1))[0];
  }

  /** Certificate that is set for a name, or for the wildcard above it. */
  #configured(host: string): string | undefined {
    return this.#own(host) ?? this.#own(wildcard(host));
  }

  #own(host: string): string | undefined {
    const server = this.#servers.get(host);
    if (server !== undefined) {
      return server.certificate;
    }
    const redirect = this.#redirects.get(host);
    if (redirect !== undefined) {
      return redirect.certificate;
    }
    const of = this.#withAlias(host);
    return of?.certificate !== undefined && this.#isFor(of.certificate, host) ? of.certificate : undefined;
  }
}

/** Server with the location that each has, with the annotations of its first Ingress. */
function newServer(host: string, ingress: ModelIngress): Server {
  const service = ingress.defaultBackend ?? '';
  const root: Location = { path: '/', type: 'Prefix', service, ingress, isDefault: true };
  return { host, locations: [root], aliases: [], certificate: undefined, guard: undefined, www: undefined };
}

function keyOf({ namespace, name }: ModelIngress): string {
  return `${namespace}/${name}`;
}

function wildcard(host: string): string {
  return `*.${host.split('.').slice(1).join('.')}`;
}

function isAppRoot({ annotations }: ModelIngress): boolean {
  return annotations['app-root'] !== undefined;
}

function addLocation(server: Server, { path, pathType, service }: ModelPath, ingress: ModelIngress): void {
  const type = pathType === 'Exact' ? 'Exact' : 'Prefix';
  const own: Location = { path, type, service, ingress, isDefault: false };
  const there = server.locations.find((each) => each.path === path && each.type === type);
  if (there === undefined) {
    server.locations.push(own);
  } else if (there.isDefault) {
    server.locations = server.locations.map((each) => (each === there ? own : each));
  } else {
    return;
  }
  server.www ??= ingress.annotations['from-to-www-redirect'] === 'true' ? keyOf(ingress) : undefined;
}

function isRegular({ path, ingress: { annotations } }: Location): boolean {
  const target = annotations['rewrite-target'];
  return annotations['use-regex'] === 'true' || (target !== undefined && target !== path);
}

type Found =
  | { readonly type: 'location'; readonly location: Location }
  /** The path of a location without the slash at its end. */
  | { readonly type: 'slash'; readonly location: Location };

function regularLocation({ locations }: Server, path: string): Found | undefined {
  const location = locations.find((each) => new RegExp(`^${each.path}`, 'i').test(path));
  return location && { type: 'location', location };
}

/** Locations as nginx finds them: the whole path, else the longest beginning; a Prefix is for whole segments. */
function plainLocation({ locations }: Server, path: string): Found | undefined {
  // A Prefix has a location for its whole path too, unless an Exact one is there.
  const whole = locations.filter((each) => each.path === path);
  const exact = whole.find(({ type }) => type === 'Exact') ?? whole[0];
  if (exact !== undefined) {
    return { type: 'location', location: exact };
  }
  const slashed = locations.find((each) => each.path === `${path}/`);
  if (slashed !== undefined) {
    return { type: 'slash', location: slashed };
  }
  const [location] = locations
    .filter(
      (each) =>
        each.type === 'Prefix' && path.startsWith(each.path.endsWith('/') ? each.path : `${each.path}/`),
    )
    .toSorted((one, other) => other.path.length - one.path.length);
  return location && { type: 'location', location };
}

function respond(
  { scheme, host, path }: ModelRequest,
  { ingress, service, path: own, isDefault }: Location,
  { certificate, shown }: { readonly certificate: string | undefined; readonly shown: string },
): ModelAnswer {
  const { annotations } = ingress;
  const of = keyOf(ingress);
  const wanted = annotations['ssl-redirect'] !== 'false' && certificate !== undefined;
  if (scheme === 'http' && (annotations['force-ssl-redirect'] === 'true' || wanted)) {
    return {
      type: 'redirect',
      rest: isDefault && service === '',
      code: 308,
      location: `https://${host}${path.replace(/\/$/, '')}`,
      certificate: shown,
      of,
    };
  }
  const to = annotations['permanent-redirect'];
  if (to !== undefined) {
    return { type: 'redirect', rest: false, code: 301, location: to, certificate: shown, of };
  }
  if (service === '') {
    return { type: 'none', certificate: shown };
  }
  const target = annotations['rewrite-target'];
  const match = target === undefined || target === own ? null : new RegExp(own, 'i').exec(path);
  const seen =
    match === null ? path : (target ?? '').replace(/\$([1-9])/g, (_, index) => match[Number(index)] ?? '');
  return { type: 'service', service, path: seen, certificate: shown, of };
}
