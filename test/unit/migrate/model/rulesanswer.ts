import type { MigratedRule } from '../../../../src/migrate/migration.ts';

/** Request that rules are asked. */
interface Asked {
  readonly scheme: 'http' | 'https';
  readonly host: string;
  readonly path: string;
}

/** Answer of rules. */
export type RulesAnswer =
  | {
      readonly type: 'service';
      readonly service: string;
      readonly path: string;
      readonly certificate: string;
      readonly rule: MigratedRule;
    }
  | {
      readonly type: 'redirect';
      readonly code: number;
      readonly location: string;
      readonly certificate: string;
      readonly rule: MigratedRule;
    }
  | { readonly type: 'none' };

/** Answer of rules to a request, by the order of Traefik. */
export function answerOf(rules: readonly MigratedRule[], request: Asked): RulesAnswer {
  const [rule] = rules
    .filter((each) => isFor(each, request))
    .toSorted((one, other) => weightOf(other, request) - weightOf(one, request));
  const { http } = rule ?? {};
  if (rule === undefined || http === undefined) {
    return { type: 'none' };
  }
  const certificate = http.certificateName ?? '';
  const { redirect, rewrite } = http.policy ?? {};
  if (redirect !== undefined) {
    const { scheme = request.scheme, host = request.host, path, code = 302 } = redirect;
    const to = path?.full ?? request.path;
    return { type: 'redirect', code, location: `${scheme}://${host}${to}`, certificate, rule };
  }
  return {
    type: 'service',
    service: http.serviceName ?? '',
    path: seenBy(rewrite?.path, http.domainPath ?? '/', request.path),
    certificate,
    rule,
  };
}

function isFor({ http }: MigratedRule, { scheme, host, path }: Asked): boolean {
  if (http === undefined || (scheme === 'https') !== (http.certificateName !== undefined)) {
    return false;
  }
  const { domainName, domainPath = '/', policy } = http;
  const isHost = domainName.startsWith('*.') ? host.endsWith(domainName.slice(1)) : domainName === host;
  return isHost && isPath(path, domainPath, policy?.match ?? {});
}

function isPath(
  path: string,
  own: string,
  match: { readonly path?: string | undefined; readonly pathRegex?: string | undefined },
): boolean {
  if (match.pathRegex !== undefined) {
    return new RegExp(`^(?:${match.pathRegex})$`, 's').test(path);
  }
  return match.path === 'exact' ? path === own : own === '/' || path === own || path.startsWith(`${own}/`);
}

function weightOf({ http }: MigratedRule, { host }: Asked): number {
  const { domainName = '', domainPath = '/', policy } = http ?? {};
  const ofHost = domainName === host ? 1_000_000 : 0;
  const { path, pathRegex } = policy?.match ?? {};
  if (path === 'exact') {
    return ofHost + 100_000;
  }
  // An expression stands between signs that make it one for whole paths.
  const length = pathRegex === undefined ? domainPath.length : pathRegex.length + '^(?s:)$'.length;
  return ofHost + (pathRegex === undefined && domainPath === '/' ? 1 : 10_000 + 100 * length);
}

type PathRewrite = NonNullable<NonNullable<NonNullable<MigratedRule['http']>['policy']>['rewrite']>['path'];

function seenBy(rewrite: PathRewrite, own: string, path: string): string {
  if (rewrite === undefined) {
    return path;
  }
  const { full, prefix = '/' } = rewrite;
  if (full !== undefined) {
    return full;
  }
  const rest = path.slice(own === '/' ? 0 : own.length);
  return `${prefix.replace(/\/$/, '')}${rest}` || '/';
}
