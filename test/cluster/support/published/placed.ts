import { CONFIG_MAPS, SECRETS } from '../../../../src/objects/core.ts';
import { backendOf, type IngressDraft, ingressOf } from '../migration.ts';
import type { PublishedAsk, PublishedCase, PublishedIngress } from './published.ts';

/** Case in a namespace, with a host of its own. */
export interface PlacedCase {
  readonly published: PublishedCase;
  readonly host: string;
  readonly namespace: string;
}

/** Name of an Ingress of a case, by its place there: of those as old, ingress-nginx prefers the one with the last name. */
export function nameOf({ host }: PlacedCase, index: number): string {
  return `${host.split('.', 1)[0]}-${9 - index}`;
}

/** Ingresses of a case, as objects. */
export function ingressesOf(placed: PlacedCase): readonly object[] {
  return placed.published.ingresses.map((given, index) => {
    const object = ingressOf(draftOf(placed, given, nameOf(placed, index)));
    const { defaultBackend } = given;
    return defaultBackend === undefined
      ? object
      : {
          ...object,
          spec: {
            ingressClassName: object.spec.ingressClassName,
            defaultBackend: backendOf(defaultBackend),
            rules: [{ host: placed.host }],
          },
        };
  });
}

function draftOf(placed: PlacedCase, given: PublishedIngress, name: string): IngressDraft {
  const { annotations = {}, routes = [{}], tls, secretName = 'pair' } = given;
  const texts = Object.entries(annotations).map(([key, value]) => [key, filled(value, placed)]);
  return {
    name,
    namespace: placed.namespace,
    annotations: Object.fromEntries(texts),
    routes: routes.map(({ host = 'HOST', path = '/', pathType = 'Prefix', service = 'web' }) => ({
      host: filled(host, placed),
      path,
      pathType,
      service,
    })),
    ...(tls === undefined ? {} : { tls: { hosts: tls.map((host) => filled(host, placed)), secretName } }),
  };
}

/** Request of a case, with the names of its place. */
export function askOf(ask: PublishedAsk, placed: PlacedCase): PublishedAsk {
  const { host = 'HOST', answer } = ask;
  const { location, sees } = answer;
  return {
    ...ask,
    host: filled(host, placed),
    answer: {
      ...answer,
      ...(location === undefined ? {} : { location: filled(location, placed) }),
      ...(sees?.host === undefined ? {} : { sees: { ...sees, host: filled(sees.host, placed) } }),
    },
  };
}

function filled(text: string, { host, namespace }: PlacedCase): string {
  return inNamespace(text, namespace).replaceAll('HOST', host);
}

function inNamespace(text: string, namespace: string): string {
  return text.replaceAll('NAMESPACE', namespace);
}

/** Objects that the Ingresses of a namespace name, and the configuration of their controller. */
export function surroundings(namespace: string, config: Readonly<Record<string, string>>): readonly object[] {
  const configMap = (name: string, data: Readonly<Record<string, string>>) => ({
    apiVersion: 'v1',
    kind: CONFIG_MAPS.kind,
    metadata: { name, namespace },
    data,
  });
  const secret = (name: string, auth: string) => ({
    apiVersion: 'v1',
    kind: SECRETS.kind,
    metadata: { name, namespace },
    stringData: { auth },
  });
  const given = Object.entries(config).map(([key, value]) => [key, inNamespace(value, namespace)]);
  return [
    configMap('controller', Object.fromEntries(given)),
    configMap('custom-headers', { 'My-Custom-Header': '42', 'My-Custom-Header-Dollar': '$remote_addr' }),
    secret('people', 'foo:{SHA}Ys23Ag/5IOWqZCw9QGaVDdHwH00='),
    secret('broken', 'foo:'),
  ];
}
