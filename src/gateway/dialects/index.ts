import { core } from './core.ts';
import type { Dialect } from './dialect.ts';
import { envoyGateway } from './envoygateway/dialect.ts';
import { nginxGatewayFabric } from './nginxgatewayfabric/dialect.ts';
import { traefik } from './traefik/dialect.ts';

/** All dialects, the one that every engine understands first. */
export const DIALECTS: readonly Dialect[] = [core, traefik, envoyGateway, nginxGatewayFabric];

/** The dialect of the engine whose GatewayClasses name this controller. */
export function dialectOf(controllerName: string | undefined): Dialect {
  return DIALECTS.find(({ controllers }) => controllers.some((name) => name === controllerName)) ?? core;
}
