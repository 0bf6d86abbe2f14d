import { wildcardOf } from './certificate.ts';
import { type HostFacts, hasRest, type Location, pathsOf, type ReadIngress, type Server } from './hosts.ts';
import { keyOfIngress } from './ingress.ts';
import type { Settings } from './settings.ts';
import { noted, problem, type TranslatedIngress } from './translated.ts';

/** Problems of an Ingress with a host. Pure. */
export function hostProblems(
  { host, certificate, passthrough, aliases, locations: all }: Server,
  { settings }: ReadIngress,
  locations: readonly Location[],
): readonly TranslatedIngress[] {
  if (passthrough !== undefined) {
    return all.some(({ path }) => path.path === '/')
      ? []
      : [
          problem(
            `ssl-passthrough, but no path / of ${host} leads to a Service, by which TLS connections would be passed on: add one`,
          ),
        ];
  }
  if (locations.length === 0) {
    return [];
  }
  return [{ host, certificate }, ...aliases].flatMap((each) => certificateProblems(each, settings));
}

/** Problems of a name with its certificate. */
function certificateProblems(
  { host, certificate }: Pick<Server, 'host' | 'certificate'>,
  { forced }: Settings,
): readonly TranslatedIngress[] {
  if (certificate.type === 'controller') {
    return [
      problem(
        `${host} has TLS with the certificate of the controller, since ${certificate.why}: name a Secret with its certificate in an entry of spec.tls for ${host}`,
      ),
    ];
  }
  return certificate.type === 'none' && forced === true
    ? [
        problem(
          `force-ssl-redirect, but no Ingress has a certificate for ${host}: where TLS ends before the gateway, the redirect would never end, so redirect there and take the annotation out; where HTTPS has the default certificate of the controller, name its Secret in spec.tls`,
        ),
      ]
    : [];
}

/** Words on paths of an Ingress for which it has no location. Pure. */
export function pathNotes(
  { host, locations: all }: Server,
  read: ReadIngress,
  locations: readonly Location[],
): readonly TranslatedIngress[] {
  const own = new Set(locations.map(({ path }) => path));
  return pathsOf(host, read).flatMap((path) => {
    if (own.has(path)) {
      return [];
    }
    if (path.backend.service === undefined) {
      return [
        noted(
          `${host}${path.path} is left out: it leads to no Service, so that ingress-nginx leaves it out too`,
        ),
      ];
    }
    const other = all.find((each) => each.path.path === path.path && each.read !== read);
    return other === undefined
      ? [noted(`${host}${path.path} stands there twice: the first one counts`)]
      : [
          noted(
            `${host}${path.path} is left out: Ingress ${keyOfIngress(other.read.ingress)} has it already, and the older one counts`,
          ),
        ];
  });
}

/** Words on paths that a host does not have, where a wildcard host has them. Pure. */
export function restNotes(
  { host, aliases, locations }: Server,
  { servers }: HostFacts,
): readonly TranslatedIngress[] {
  const names = hasRest(locations) ? [] : [host, ...aliases.map((alias) => alias.host)];
  return names
    .filter((name) => wildcardOf(name) !== name && servers.has(wildcardOf(name)))
    .map((name) =>
      noted(
        `requests for ${name} with other paths may be answered by rules for ${wildcardOf(name)}: ingress-nginx answers 404; add a path / if that matters`,
      ),
    );
}
