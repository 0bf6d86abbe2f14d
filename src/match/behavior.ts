/** Type of a condition on a path. */
export type PathType = 'Exact' | 'PathPrefix' | 'RegularExpression';

/** Order of two matches by one criterion after the other. */
interface StepOrder {
  readonly type: 'steps';
  /** Types of paths, the first one first. */
  readonly paths: readonly PathType[];
  /** Whether a method is a criterion of its own, before the number of headers, or counts as a header. */
  readonly method: 'own' | 'header';
}

/** Order of two matches by numbers; those with the same number have none. */
export interface WeightOrder {
  readonly type: 'weights';
  /** Weight of an exact path, and of the path `/`. */
  readonly exact: number;
  readonly root: number;
  /** Weight of any other path, and of each character of it. */
  readonly path: number;
  readonly pathCharacter: number;
  readonly method: number;
  readonly header: number;
  readonly query: number;
  /** Weight of each character of the longest host of the route. */
  readonly hostCharacter: number;
  /** Weight of each rule below in the route. */
  readonly ruleBelow: number;
}

/** Behavior of an engine where it is free, or departs from the Gateway API. */
export interface Behavior {
  /** Name of the engine in sentences. */
  readonly engine: string;
  /** Values of `controllerName` in its GatewayClasses. */
  readonly controllers: readonly string[];
  readonly order: StepOrder | WeightOrder;
  /** Whether a request is only for the routes of the listener with the most specific host. */
  readonly listeners: 'isolated' | 'merged';
  /** Whether a request for which the routes of its most specific host have no rule is for those of wider hosts. */
  readonly hosts: 'wider-too' | 'most-specific';
  /** Whether a regular expression is about the whole value, or a part of it. */
  readonly patterns: 'whole' | 'part';
  /** Whether of rules with the same hosts and conditions only the first one exists, or all of them are in the order. */
  readonly equals: 'first' | 'ordered';
  /** Headers that every request has before routes see it. */
  readonly adds: readonly string[];
}

/** The Gateway API itself, and engines of which nothing else is known. */
export const GATEWAY_API: Behavior = {
  engine: 'the Gateway API',
  controllers: [],
  order: { type: 'steps', paths: ['Exact', 'PathPrefix', 'RegularExpression'], method: 'own' },
  listeners: 'isolated',
  hosts: 'wider-too',
  patterns: 'whole',
  equals: 'ordered',
  adds: [],
};

/** Engines that behave otherwise; seen on Traefik, from the sources of the others. */
const BEHAVIORS: readonly Behavior[] = [
  {
    engine: 'Traefik',
    controllers: ['traefik.io/gateway-controller'],
    order: {
      type: 'weights',
      exact: 100_000,
      root: 1,
      path: 10_000,
      pathCharacter: 100,
      method: 1000,
      header: 100,
      query: 10,
      hostCharacter: 1,
      ruleBelow: 1,
    },
    listeners: 'merged',
    hosts: 'wider-too',
    patterns: 'part',
    equals: 'first',
    adds: [
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-port',
      'x-forwarded-proto',
      'x-forwarded-server',
      'x-real-ip',
    ],
  },
  {
    ...GATEWAY_API,
    engine: 'Envoy Gateway',
    controllers: ['gateway.envoyproxy.io/gatewayclass-controller'],
    order: { type: 'steps', paths: ['Exact', 'RegularExpression', 'PathPrefix'], method: 'header' },
    hosts: 'most-specific',
  },
  {
    ...GATEWAY_API,
    engine: 'NGINX Gateway Fabric',
    controllers: ['gateway.nginx.org/nginx-gateway-controller'],
    hosts: 'most-specific',
    patterns: 'part',
  },
];

/** Behaviors that an engine may have of which nothing is known. */
export const ALL_BEHAVIORS: readonly Behavior[] = [GATEWAY_API, ...BEHAVIORS];

/** Behavior of the engine whose GatewayClasses name a controller. */
export function behaviorOf(controller: string | undefined): Behavior {
  return BEHAVIORS.find(({ controllers }) => controllers.some((name) => name === controller)) ?? GATEWAY_API;
}
