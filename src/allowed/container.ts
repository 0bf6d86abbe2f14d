import { z } from 'zod';
import { grantOf } from './access.ts';
import { env, envFrom } from './env.ts';
import { joinedEnvs } from './envorder.ts';
import { modelQuantity } from './quantity.ts';
import {
  below,
  type FieldReaders,
  fields,
  keyed,
  leaveOut,
  list,
  type Place,
  type Reader,
  refined,
  refuse,
  shape,
} from './reader.ts';
import { containerSecurity } from './security.ts';
import {
  count,
  dnsLabel,
  isOneOf,
  isSet,
  mountPath,
  port,
  portNumber,
  qualifiedName,
  quantity,
  seconds,
  text,
} from './values.ts';
import { volumeMount } from './volume.ts';

/** Actions of a probe or handler, without `host`: the node would send the request wherever the model wants. */
const actions = {
  exec: z.strictObject({ command: z.array(text).min(1) }).optional(),
  httpGet: z
    .strictObject({
      path: z.string().max(1024).optional(),
      port,
      scheme: z.enum(['HTTP', 'HTTPS']).optional(),
      httpHeaders: z
        .array(z.strictObject({ name: z.string().min(1).max(256), value: text.optional() }))
        .max(16)
        .optional(),
    })
    .optional(),
  tcpSocket: z.strictObject({ port }).optional(),
  grpc: z.strictObject({ port: portNumber, service: z.string().max(253).optional() }).optional(),
};

const HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep'];

const { grpc: _grpc, ...handlerActions } = actions;

const handler = z
  .strictObject({
    ...handlerActions,
    sleep: z.strictObject({ seconds: z.int().min(1).max(3600) }).optional(),
  })
  .refine(isOneOf(HANDLERS, 1), 'must have one of exec, httpGet, tcpSocket and sleep');

/** Reader of the handlers of a container's start and end. */
export const lifecycle = shape(
  z.strictObject({ postStart: handler.optional(), preStop: handler.optional() }),
);

const probeShape = z
  .strictObject({
    ...actions,
    initialDelaySeconds: count.optional(),
    periodSeconds: count.optional(),
    timeoutSeconds: count.optional(),
    successThreshold: count.optional(),
    failureThreshold: count.optional(),
    terminationGracePeriodSeconds: seconds.min(1).optional(),
  })
  .refine(isOneOf(HANDLERS, 1), 'must have one of exec, httpGet, tcpSocket and grpc');

/** Reader of a readiness probe. */
export const readinessProbe = shape(probeShape);

/** Reader of a liveness or startup probe. */
export const livenessProbe = shape(
  probeShape.refine(({ successThreshold = 1 }) => successThreshold <= 1, 'must have a successThreshold of 1'),
);

const amounts = z.record(qualifiedName, quantity);

/** Resources that a model may ask for without a grant: others are devices of nodes, or are counted apart from its pods. */
const RESOURCES = ['cpu', 'memory', 'ephemeral-storage'];

const resourcesShape = shape(
  z.strictObject({ requests: amounts.optional(), limits: amounts.optional() }).refine(
    ({ requests = {}, limits = {} }) =>
      Object.entries(requests).every(([name, request]) => {
        const limit = modelQuantity(limits[name] ?? '')?.nanos;
        return limit === undefined || (modelQuantity(request)?.nanos ?? 0n) <= limit;
      }),
    'asks for more than its limits allow',
  ),
);

/** Reader of the resources of a container. */
export const resources = refined(resourcesShape, (read, place) => {
  const { requests, limits } = read;
  return {
    ...(requests === undefined ? {} : { requests: known(requests, below(place, 'requests')) }),
    ...(limits === undefined ? {} : { limits: known(limits, below(place, 'limits')) }),
  };
});

function known(asked: Readonly<Record<string, string>>, place: Place): Readonly<Record<string, string>> {
  const isKnown = ([name]: readonly [string, string]) => {
    const isAllowed = RESOURCES.includes(name) || place.access.grants.resources?.includes(name) === true;
    if (!isAllowed) {
      leaveOut(below(place, name), `it is a resource of nodes; ${grantOf('resources', name)}`);
    }
    return isAllowed;
  };
  return Object.fromEntries(Object.entries(asked).filter(isKnown));
}

const portShape = z.strictObject({
  name: dnsLabel.optional(),
  containerPort: portNumber,
  protocol: z.enum(['TCP', 'UDP', 'SCTP']).default('TCP'),
});

const containerPort: Reader<z.output<typeof portShape>> = (value, place) =>
  (value as { hostPort?: unknown } | null)?.hostPort
    ? refuse(place, 'its pods would take a port of their node')
    : shape(portShape)(value, place);

/** Reader of a command or its arguments. */
export const words = shape(z.array(text));

/** Reader of the working directory of a container. */
export const workingDir = shape(mountPath.max(1024));

const flag = shape(isSet);

const CONTAINER = {
  name: shape(dnsLabel),
  image: shape(z.string().min(1).max(1024)),
  imagePullPolicy: shape(z.enum(['Always', 'IfNotPresent', 'Never'])),
  command: words,
  args: words,
  workingDir,
  ports: keyed(containerPort, ({ containerPort, protocol }) => `${containerPort}/${protocol}`),
  env: keyed(env, ({ name }) => name, joinedEnvs),
  envFrom: list(envFrom),
  resources,
  volumeMounts: list(volumeMount),
  livenessProbe,
  readinessProbe,
  startupProbe: livenessProbe,
  lifecycle,
  securityContext: containerSecurity,
  terminationMessagePath: shape(mountPath),
  terminationMessagePolicy: shape(z.enum(['File', 'FallbackToLogsOnError'])),
  stdin: flag,
  stdinOnce: flag,
  tty: flag,
} satisfies FieldReaders;

/** Reader of a container of a pod. */
export const container = fields(CONTAINER, ['name', 'image']);

/** Reader of a container that runs before the others, or beside them. */
export const initContainer = fields({ ...CONTAINER, restartPolicy: shape(z.literal('Always')) }, [
  'name',
  'image',
]);
