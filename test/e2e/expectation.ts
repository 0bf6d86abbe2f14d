import type { HttpRequest } from './case.ts';
import type { Reply } from './client.ts';

const MIB = 2 ** 20;

/** What a single answer must be like, whatever the others are. */
export function complaintsOfOne(request: HttpRequest, reply: Reply): string[] {
  return [...complaintsOfGateway(request.expect, reply), ...complaintsOfComponent(request, reply)];
}

/** What the gateway answered, by itself or for the component. */
function complaintsOfGateway(expect: HttpRequest['expect'], reply: Reply): string[] {
  const { status, headers, seconds } = reply;
  const statuses = [expect.status].flat();
  const { location, set_cookie, after_s, within_s = seconds } = expect;
  return [
    ...unless(statuses.includes(status), `status ${status} instead of ${statuses.join(' or ')}`),
    ...unless(seconds >= after_s && seconds <= within_s, `answered after ${seconds.toFixed(1)} s`),
    ...unless(
      location === undefined || sameUrl(headers.location, location),
      `location ${headers.location} instead of ${location}`,
    ),
    ...unless(set_cookie === undefined || setsCookie(reply, set_cookie), `no cookie ${set_cookie}`),
  ];
}

/** What the component has seen, and whether it was the right one. */
function complaintsOfComponent({ expect, body_mib }: HttpRequest, { seen }: Reply): string[] {
  const { backend, upstream_headers = {} } = expect;
  const headers = Object.entries(upstream_headers).flatMap(([name, value]) => {
    const got = seen?.headers[name.toLowerCase()];
    return unless(got === value, `the component got ${name}: ${got} instead of ${value}`);
  });
  return [
    ...unless(
      backend === undefined || seen?.component === backend,
      `answered by ${seen?.component ?? 'the gateway'} instead of ${backend}`,
    ),
    ...unless(
      seen === undefined || seen.bodyBytes === body_mib * MIB,
      `the component got ${seen?.bodyBytes} bytes of ${body_mib} MiB`,
    ),
    ...headers,
  ];
}

function unless(holds: boolean, complaint: string): string[] {
  return holds ? [] : [complaint];
}

/** What all answers to a repeated request must be like together. */
export function complaintsOfAll({ expect }: HttpRequest, replies: readonly Reply[]): string[] {
  const { share = {}, tolerance, distinct_pods } = expect;
  const complaints = Object.entries(share).flatMap(([component, wanted]) => {
    const got = replies.filter(({ seen }) => seen?.component === component).length / replies.length;
    // Counts are whole numbers: what is left of a fraction beside them is rounding.
    const near = Math.abs(got - wanted) <= tolerance + 1e-9;
    return near ? [] : [`${component} gave ${got} of the answers instead of ${wanted} ± ${tolerance}`];
  });
  const pods = new Set(replies.flatMap(({ seen }) => (seen === undefined ? [] : [seen.pod])));
  return distinct_pods === undefined || pods.size === distinct_pods
    ? complaints
    : [...complaints, `${pods.size} pods answered instead of ${distinct_pods}`];
}

/** Standard deviations of a fair balancer's sample that the tolerance of a share must leave room for. */
const DEVIATIONS = 4.5;

/**
 * How often to send a request: for a share, so often that an engine that draws lots misses the tolerance
 * about once in 100,000 times; one that takes turns does not need it.
 */
export function repeatsOf({ repeat, expect: { share = {}, tolerance } }: HttpRequest): number {
  const needed = Object.values(share).map((part) => {
    return tolerance === 0 ? repeat : Math.ceil(part * (1 - part) * (DEVIATIONS / tolerance) ** 2);
  });
  return Math.max(repeat, ...needed);
}

function sameUrl(given: string | string[] | undefined, wanted: string): boolean {
  return typeof given === 'string' && URL.canParse(given) && new URL(given).href === new URL(wanted).href;
}

function setsCookie({ headers }: Reply, name: string): boolean {
  return [headers['set-cookie'] ?? []].flat().some((cookie) => cookie.startsWith(`${name}=`));
}
