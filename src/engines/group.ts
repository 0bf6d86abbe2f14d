import type { BackendChoice } from '../api/backend.ts';
import type { Configuration } from '../api/gatewayrule.ts';
import type { GrpcCall } from '../api/grpc.ts';
import { present } from '../base/fields.ts';
import type { DeclaredProtocol } from '../component/exposure.ts';
import type { ParentReference } from '../objects/gatewayapi.ts';
import { GRPC_ROUTES, type GrpcMethodMatch } from '../objects/grpcroute.ts';
import { HTTP_ROUTES } from '../objects/httproute.ts';
import type { Conditions } from '../rule/conditions.ts';
import type { EffectiveHttp, Treatment } from '../rule/effective.ts';
import type { GroupMetadata } from './object.ts';

/** A Service port that gets requests. */
interface ServiceBackend {
  readonly service: string;
  readonly port: number;
  /** Missing where the port declares no protocol, and speaks HTTP. */
  readonly declares?: DeclaredProtocol;
  /** Whether it declares none, and versions of engines take it for one that speaks HTTPS. */
  readonly looksSecure?: boolean;
  /** Protocol that a rule states in place of what the port declares. */
  readonly choice?: BackendChoice;
  /** Protocol that a BackendTLSPolicy of another client states: engines follow it, but for objects of their own. */
  readonly policed?: BackendChoice;
}

/** The protocol that a rule states for a port, where it is not the one that the port declares; WebSocket is HTTP. */
export function choiceOf(
  choice: BackendChoice,
  declares: DeclaredProtocol = 'http',
): BackendChoice | undefined {
  const spoken = declares === 'ws' ? 'http' : declares;
  return choice.protocol !== 'https' && choice.protocol === spoken ? undefined : choice;
}

/** A Service port that gets a share of requests; shares are relative to each other. */
export interface WeightedBackend extends ServiceBackend {
  readonly weight: number;
}

/** A Service port that gets copies of requests. */
export interface MirrorBackend extends ServiceBackend {
  /** Share of the requests; all where it is missing. */
  readonly percent?: number;
}

/** A Service port that is asked about requests. */
export interface AskedBackend extends ServiceBackend {
  /** Address of the Service in the cluster; missing where it has none. */
  readonly address?: string;
}

/** Requests of a host and path that fulfil all of these conditions, and their backends. */
export interface Branch extends Conditions {
  /** The oldest rule's first; empty where the engine lacks what keeps requests out, or its Secret is missing. */
  readonly backends: readonly WeightedBackend[];
  /** Policy of the oldest rule. */
  readonly policy: Treatment;
  /** Missing where the policy wants none, or its component or port was not found. */
  readonly mirror?: MirrorBackend;
  /** Missing where the policy wants none, or its component or port was not found: then nothing gets in. */
  readonly externalAuth?: AskedBackend;
}

/** Members that the rules of a path group share, of its oldest rule; others are of a branch, or of one rule alone. */
export function sharedMembers({ host, path, settings, balancing }: EffectiveHttp) {
  return { host, path, settings, balancing };
}

type SharedMembers = Readonly<ReturnType<typeof sharedMembers>>;

/** Rules of a path group that one listener serves: what a dialect renders an HTTPRoute from. */
export interface ListenerGroup extends GroupMetadata, SharedMembers {
  /** References to the listener, which may stand in two places. */
  readonly parents: readonly Required<ParentReference>[];
  /** Scheme of the requests that the listener gets. */
  readonly scheme: 'http' | 'https';
  /** In the order in which they are tried. */
  readonly branches: readonly Branch[];
}

/** Whether a group is of calls of gRPC: all of its branches are then, or none is. */
export function isOfCalls({ branches }: Pick<ListenerGroup, 'branches'>): boolean {
  return branches.some(({ grpc }) => grpc !== undefined);
}

/** Resource of the routes of a group. */
export function routesFor(group: Pick<ListenerGroup, 'branches'>) {
  return isOfCalls(group) ? GRPC_ROUTES : HTTP_ROUTES;
}

/** Whether a port with some declaration, and no other statement on it, gets requests of a branch, or copies of them. */
export function hasPort(
  { backends, mirror }: Pick<Branch, 'backends' | 'mirror'>,
  declares: (declared: DeclaredProtocol | undefined) => boolean,
): boolean {
  return [...backends, ...(mirror === undefined ? [] : [mirror])].some(
    ({ choice, policed, declares: declared }) => (choice ?? policed) === undefined && declares(declared),
  );
}

/** The mirror of a branch; none where no backend gets its requests: what is kept from those must not be copied either. */
export function mirrorOfBranch({
  mirror,
  backends,
}: Pick<Branch, 'mirror' | 'backends'>): MirrorBackend | undefined {
  return backends.some(({ weight }) => weight > 0) ? mirror : undefined;
}

/** Part of an HTTPRoute for a member of a policy that not every engine heeds. */
type RoutePart = 'timeouts' | 'retry' | 'cors' | 'mirror';

/** Style of an engine's HTTPRoutes. */
export interface RouteStyle {
  /** Parts that the engine heeds; others are left out. */
  readonly parts: readonly RoutePart[];
  /**
   * Place where cookies are matched: in the route, by regular expressions on the header Cookie, or beside it, by
   * something of the engine's own.
   */
  readonly cookies: 'in-route' | 'beside';
  /**
   * Paths that lead components elsewhere than the engine sees, which regular expressions on the path find: the engine
   * leaves some to its routes, or they are unknown and its routes name none.
   */
  readonly detours: 'left' | 'unknown';
  /**
   * Whether a path with escapes is matched by an expression for its spellings, in each form in which engines compare it, or
   * as it is written, since nobody knows how the engine compares it.
   */
  readonly escapes: 'spelled' | 'written';
  /** Whether a route gives requests another host. */
  readonly hosts: 'changed' | 'kept';
  /** Condition on a call of gRPC so that the engine finds exactly this; undefined where any call meets it. */
  readonly callMatch: (call: GrpcCall) => GrpcMethodMatch | undefined;
  /** A header value escaped so that the engine sets exactly this. */
  readonly literal: (value: string) => string;
  /** Whether the engine takes a header of this name. */
  readonly knows: (name: string) => boolean;
  /** The reason for which the engine does not set a header to a value, or does not remove it where the value is empty. */
  readonly refuses: (name: string, value: string) => string | undefined;
  /** The reason for which the engine changes no header of this name in answers. */
  readonly keepsInAnswers: (name: string) => string | undefined;
}

/** Style of the Gateway API itself. */
export const PLAIN_STYLE: RouteStyle = {
  parts: ['timeouts', 'retry', 'cors', 'mirror'],
  cookies: 'in-route',
  detours: 'unknown',
  escapes: 'written',
  hosts: 'changed',
  callMatch: exactCall,
  literal: (value) => value,
  knows: () => true,
  refuses: () => undefined,
  keepsInAnswers: () => undefined,
};

/** Condition of the Gateway API on a call. */
function exactCall({ service, method }: GrpcCall): GrpcMethodMatch | undefined {
  return service === undefined && method === undefined
    ? undefined
    : { type: 'Exact', ...present({ service, method }) };
}

/** Buffer settings where a rule leaves them out, as in the contract. */
const DEFAULTS = { number: 4, kibibytes: 4 } as const;

/** Largest buffer of an answer, and most memory for all of them, in KiB: all teams share that of the engine. */
export const MOST_BUFFERED = { each: 1024, all: 4096 } as const;

/** Number of the buffers of an answer, and the size of each in KiB, within the bounds of memory. */
export function answerBuffers({ proxyBufferNumbers, proxyBufferSize }: Configuration) {
  const kibibytes = Math.min(proxyBufferSize ?? DEFAULTS.kibibytes, MOST_BUFFERED.each);
  const most = Math.floor(MOST_BUFFERED.all / kibibytes);
  return { number: Math.min(proxyBufferNumbers ?? DEFAULTS.number, most), kibibytes };
}

/** Whether a group requests buffers of its own for answers. */
export function requestsBuffers(settings: Configuration): boolean {
  const { proxyBuffering, proxyBufferNumbers, proxyBufferSize } = settings;
  return proxyBuffering !== 'off' && (proxyBufferNumbers !== undefined || proxyBufferSize !== undefined);
}
