import type { Discovery } from '../kube/discovery.ts';
import type { Resource } from '../kube/resource.ts';
import { CERTIFICATES } from '../objects/certmanager.ts';
import { PORT_ROUTES } from '../objects/gatewayapi.ts';
import { HTTP_ROUTES } from '../objects/httproute.ts';
import { DIALECTS } from './dialects/index.ts';
import type { OptionalKinds } from './observed.ts';

/** What the gateway feature can write in a cluster. */
export interface SupportedKinds {
  /** The kinds of object that are made for rules. */
  readonly owned: readonly Resource[];
  readonly served: OptionalKinds;
}

/** Chooses, of the kinds that not every cluster serves, those that this one does. */
export function supportedKindsOf(discovery: Pick<Discovery, 'serves'>): SupportedKinds {
  const TCP = PORT_ROUTES.TCP.find((resource) => discovery.serves(resource));
  const UDP = PORT_ROUTES.UDP.find((resource) => discovery.serves(resource));
  const certificates = discovery.serves(CERTIFICATES) ? CERTIFICATES : undefined;
  const spoken = new Set(DIALECTS.flatMap(({ resources }) => resources));
  const optional = [TCP, UDP, certificates, ...[...spoken].filter((resource) => discovery.serves(resource))];
  return {
    owned: [HTTP_ROUTES, ...optional.filter((resource) => resource !== undefined)],
    served: {
      ...(TCP === undefined ? {} : { TCP }),
      ...(UDP === undefined ? {} : { UDP }),
      ...(certificates === undefined ? {} : { certificates }),
    },
  };
}
