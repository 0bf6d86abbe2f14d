import { type Call, classOf } from './call.ts';

/** Faults of one call. */
export const CALL_FAULTS = {
  /** The call reaches the API server late. */
  delay: { type: 'delay', ms: 400 },
  /** The connection breaks before the call reaches the API server. */
  'drop-before': { type: 'drop', forwarded: false },
  /** The call takes effect, and the connection breaks before the response. */
  'drop-after': { type: 'drop', forwarded: true },
  /** The call takes effect, and no response arrives; the connection breaks at the end. */
  'hang-after': { type: 'hang', ms: 1_000 },
  conflict: { type: 'answer', status: 409, calls: 1 },
  gone: { type: 'answer', status: 410, calls: 1 },
  throttle: { type: 'answer', status: 429, calls: 1 },
  error: { type: 'answer', status: 500, calls: 1 },
  unavailable: { type: 'answer', status: 503, calls: 1 },
  timeout: { type: 'answer', status: 504, calls: 1 },
  /** The API server denies the verb for a while: for this call and the next of its class. */
  forbid: { type: 'answer', status: 403, calls: 2 },
  /** The operator is killed before the call reaches the API server, or after its effect. */
  'kill-before': { type: 'kill', forwarded: false },
  'kill-after': { type: 'kill', forwarded: true },
  /** The operator receives a stop signal; its calls still get through. */
  stop: { type: 'stop' },
  /** The operator's process stalls for half a second. */
  stall: { type: 'stall', ms: 500 },
} as const;

/** Faults of one watch event. */
export const EVENT_FAULTS = {
  /** The connection breaks in the middle of the event's line. */
  cut: { type: 'cut' },
  /** The event, and all later ones, arrive late. */
  hold: { type: 'hold', ms: 1_000 },
  duplicate: { type: 'duplicate' },
  /** The event is replaced by the error that the version is too old. */
  expire: { type: 'expire' },
} as const;

export type CallFaultName = keyof typeof CALL_FAULTS;
export type CallFault = (typeof CALL_FAULTS)[CallFaultName];
export type EventFaultName = keyof typeof EVENT_FAULTS;
export type EventFault = (typeof EVENT_FAULTS)[EventFaultName];

/** One fault and its target: the `ordinal`-th call of a class, or event of a resource's watches. */
export type Strike =
  | { readonly at: 'call'; readonly class: string; readonly ordinal: number; readonly fault: CallFaultName }
  | {
      readonly at: 'event';
      readonly resource: string;
      readonly ordinal: number;
      readonly fault: EventFaultName;
    };

/** One run of a workload with one fault. */
export interface Plan {
  readonly workload: string;
  readonly strike: Strike;
}

/** The id of a plan, which `parsePlan` parses: `workload/class or event.resource/ordinal/fault`. */
export function planId({ workload, strike }: Plan): string {
  const where = strike.at === 'call' ? strike.class : `event.${strike.resource}`;
  return [workload, where, strike.ordinal, strike.fault].join('/');
}

/** Parses the id of a plan. Throws if it is invalid. */
export function parsePlan(id: string): Plan {
  const [workload = '', where = '', number = '', fault = '', ...rest] = id.split('/');
  const ordinal = Number(number);
  if (workload !== '' && Number.isInteger(ordinal) && ordinal > 0 && rest.length === 0) {
    const [first, resource = ''] = where.split('.');
    if (first === 'event' && isEventFault(fault)) {
      return { workload, strike: { at: 'event', resource, ordinal, fault } };
    }
    if (first !== 'event' && isCallFault(fault)) {
      return { workload, strike: { at: 'call', class: where, ordinal, fault } };
    }
  }
  throw new Error(`${id} is not a plan: workload/verb.resource/ordinal/fault or workload/event.resource/…`);
}

function isCallFault(name: string): name is CallFaultName {
  return Object.hasOwn(CALL_FAULTS, name);
}

function isEventFault(name: string): name is EventFaultName {
  return Object.hasOwn(EVENT_FAULTS, name);
}

/** Fault of a strike for the `ordinal`-th call of its class. */
export function faultOfCall(strike: Strike | undefined, call: Call, ordinal: number): CallFault | undefined {
  if (strike?.at !== 'call' || strike.class !== classOf(call)) {
    return undefined;
  }
  const fault: CallFault = CALL_FAULTS[strike.fault];
  const calls = fault.type === 'answer' ? fault.calls : 1;
  return ordinal >= strike.ordinal && ordinal < strike.ordinal + calls ? fault : undefined;
}

/** Fault of a strike for the `ordinal`-th event of a resource's watches. */
export function faultOfEvent(
  strike: Strike | undefined,
  resource: string,
  ordinal: number,
): EventFault | undefined {
  return strike?.at === 'event' && strike.resource === resource && strike.ordinal === ordinal
    ? EVENT_FAULTS[strike.fault]
    : undefined;
}
