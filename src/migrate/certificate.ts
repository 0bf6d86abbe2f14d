import { type Certificates, type Ingress, keyOfIngress } from './ingress.ts';

/** Certificate that the original shows for a host. */
export type HostCertificate =
  /** HTTPS of the host is nobody’s wish: the original answers it by a certificate of its own, and sends nobody there. */
  | { readonly type: 'none' }
  | {
      readonly type: 'secret';
      readonly name: string;
      readonly namespace: string;
      /** Ingress that sets it. */
      readonly of: string;
      readonly note?: string;
    }
  /** The default certificate of the controller, which no object names. */
  | { readonly type: 'controller'; readonly of: string; readonly why: string };

/** Certificate of a host by its main Ingresses, oldest first: the first of them with some TLS decides, whatever its paths. Pure. */
export function certificateOfHost(
  host: string,
  mains: readonly Ingress[],
  known: Certificates,
): HostCertificate {
  const first = mains.find(({ spec }) => spec.tls.length > 0);
  return first === undefined ? { type: 'none' } : certificateIn(host, first, known);
}

/** Wildcard that stands for a host, and for those beside it. */
export function wildcardOf(host: string): string {
  return `*.${host.split('.').slice(1).join('.')}`;
}

type Entry = Ingress['spec']['tls'][number];

function certificateIn(host: string, ingress: Ingress, known: Certificates): HostCertificate {
  const of = keyOfIngress(ingress);
  const named = ingress.spec.tls.find(({ hosts }) => hosts.some((each) => each.toLowerCase() === host));
  const found = named ?? ingress.spec.tls.find((entry) => mayFit(host, entry, ingress, known));
  if (found === undefined) {
    return { type: 'controller', of, why: `no entry of spec.tls of ${of} is for ${host}` };
  }
  const { secretName: name } = found;
  if (name === undefined || name === '') {
    return { type: 'controller', of, why: `spec.tls of ${of} names no Secret for ${host}` };
  }
  const { namespace = '' } = ingress.metadata;
  const certificate = known.get(`${namespace}/${name}`);
  if (certificate !== undefined && !fits(certificate, host)) {
    return { type: 'controller', of, why: `the certificate of Secret ${name} of ${of} is not for ${host}` };
  }
  const isGuess = certificate === undefined && named === undefined && found.hosts.length === 0;
  const note = `Secret ${name} is for ${host} only if its certificate is: nobody has read it`;
  return { type: 'secret', name, namespace, of, ...(isGuess ? { note } : {}) };
}

/** Whether the certificate of an entry that does not name a host fits it, as far as it is known; else its hosts tell. */
function mayFit(
  host: string,
  { hosts, secretName = '' }: Entry,
  ingress: Ingress,
  known: Certificates,
): boolean {
  if (secretName === '') {
    return false;
  }
  const certificate = known.get(`${ingress.metadata.namespace ?? ''}/${secretName}`);
  return certificate === undefined
    ? hosts.length === 0 || hosts.some((each) => each.toLowerCase() === wildcardOf(host))
    : fits(certificate, host);
}

function fits(certificate: Exclude<ReturnType<Certificates['get']>, undefined>, host: string): boolean {
  // A wildcard host has no name of its own that a certificate could be asked for: any name below it stands for it.
  return certificate !== 'none' && certificate.checkHost(host.replace(/^\*\./, 'any.')) !== undefined;
}

/** Certificate of a host for another name of it, such as an alias: none where it is for others. Pure. */
export function certificateForName(
  name: string,
  certificate: HostCertificate,
  mains: readonly Ingress[],
  known: Certificates,
): HostCertificate {
  if (certificate.type !== 'secret') {
    return { type: 'none' };
  }
  const read = known.get(`${certificate.namespace}/${certificate.name}`);
  const setting = mains.find((ingress) => keyOfIngress(ingress) === certificate.of);
  const hosts = (setting?.spec.tls ?? [])
    .filter(({ secretName }) => secretName === certificate.name)
    .flatMap((entry) => entry.hosts.map((each) => each.toLowerCase()));
  const isFor =
    read === undefined
      ? hosts.length === 0 || hosts.includes(name) || hosts.includes(wildcardOf(name))
      : fits(read, name);
  return isFor ? certificate : { type: 'none' };
}
