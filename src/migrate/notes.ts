import { firstFew } from '../base/text.ts';
import type { ControllerConfig } from './config.ts';
import type { HostFacts, ReadIngress } from './hosts.ts';

/** Most hosts that a note names. */
const MOST_HOSTS = 5;

/** Notes on what ingress-nginx does without being asked, and rules do not. Pure. */
export function notesOnDefaults(
  read: readonly ReadIngress[],
  { servers }: HostFacts,
  config: ControllerConfig,
): readonly string[] {
  const hosts = new Set(read.flatMap(({ ingress }) => ingress.spec.rules.map(({ host }) => host)));
  const all = [...servers.values()].filter(({ host }) => host !== '' && hosts.has(host));
  const plain = all.filter(
    ({ certificate, passthrough }) => certificate.type === 'none' && passthrough === undefined,
  );
  const isRedirected = all.some(
    ({ certificate, twin }) => certificate.type === 'secret' || twin !== undefined,
  );
  const isUnlimited = read.some(
    ({ settings }) => !settings.canary && settings.configuration?.proxyBodySize === undefined,
  );
  return [
    ...(isUnlimited && config['proxy-body-size'] === undefined
      ? [
          'ingress-nginx limits bodies to 1 MiB where nothing else is said; rules have a limit only where somebody asked for one, since some engines hold streams back for it: set spec.http.configuration.proxyBodySize where a component relies on it',
        ]
      : []),
    ...(plain.length === 0
      ? []
      : [
          `ingress-nginx answers HTTPS for hosts without TLS too, by a certificate of its own; rules do not: ${firstFew(
            plain.map(({ host }) => host),
            MOST_HOSTS,
            ', ',
          )}`,
        ]),
    ...(isRedirected
      ? [
          'redirects to HTTPS, and to the host with www. or without, keep a slash at the end of the path, which ingress-nginx takes away',
          'plain requests for a path that no Ingress has get 404: ingress-nginx sends them to HTTPS, and answers 404 there',
        ]
      : []),
  ];
}
