import { ingressObjects } from '../../../src/migrate/ingress.ts';
import { type Migration, migrate } from '../../../src/migrate/migration.ts';
import { PREFIX } from '../../../src/migrate/row.ts';

/** Ingress of a test: one host and path to the Service `web`, unless more is said. */
export interface Given {
  readonly name?: string;
  readonly namespace?: string;
  readonly host?: string;
  readonly path?: string;
  readonly pathType?: string;
  readonly service?: string;
  readonly tls?: boolean;
  /** Hours after the first one was created. */
  readonly age?: number;
  readonly className?: string | null;
  /** Without their prefix. */
  readonly annotations?: Readonly<Record<string, string>>;
  /** With their whole names. */
  readonly more?: Readonly<Record<string, string>>;
  readonly spec?: object;
}

/** Ingress as it is in a file. */
export function ingress({
  name = 'web',
  namespace = 'shop',
  host = 'web.example.com',
  path = '/',
  pathType = 'Prefix',
  service = 'web',
  tls = false,
  age = 0,
  className = 'nginx',
  annotations = {},
  more = {},
  spec = {},
}: Given = {}) {
  const own = Object.entries(annotations).map(([key, value]) => [`${PREFIX}${key}`, value]);
  const backend = { service: { name: service, port: { number: 80 } } };
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: {
      name,
      namespace,
      creationTimestamp: new Date(Date.UTC(2026, 0, 1, age)).toISOString(),
      annotations: { ...Object.fromEntries(own), ...more },
    },
    spec: {
      ...(className === null ? {} : { ingressClassName: className }),
      rules: [{ host, http: { paths: [{ path, pathType, backend }] } }],
      ...(tls ? { tls: [{ hosts: [host], secretName: 'web-tls' }] } : {}),
      ...spec,
    },
  };
}

/** Migration of Ingresses and other objects. */
export function migrated(
  objects: readonly object[],
  config: Readonly<Record<string, string>> = {},
): Migration {
  return migrate(ingressObjects(objects), config);
}

/** HTTP halves of the rules of one Ingress. */
export function halves(given: Given, config: Readonly<Record<string, string>> = {}) {
  return migrated([ingress(given)], config).ingresses.flatMap(({ rules }) =>
    rules.flatMap(({ http }) => http ?? []),
  );
}

/** Problems of all Ingresses. */
export function problems(objects: readonly object[]): readonly string[] {
  return migrated(objects).ingresses.flatMap((each) => each.problems);
}
