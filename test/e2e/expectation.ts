import type { HttpRequest } from './case.ts';
import type { Reply } from './client.ts';

const MIB = 2 ** 20;

/** Complaints about a single response, independent of the others. */
export function complaintsOfOne(request: HttpRequest, reply: Reply): string[] {
  return [...complaintsOfGateway(request.expect, reply), ...complaintsOfComponent(request, reply)];
}

/** Complaints about the gateway's response, its own or the component's. */
function complaintsOfGateway(expect: HttpRequest['expect'], reply: Reply): string[] {
  const { status, headers, seconds } = reply;
  const statuses = [expect.status].flat();
  const { location, set_cookie, response_headers = {}, after_s, within_s = seconds } = expect;
  return [
    ...unless(statuses.includes(status), `status ${status} instead of ${statuses.join(' or ')}`),
    ...unless(seconds >= after_s && seconds <= within_s, `answered after ${seconds.toFixed(1)} s`),
    ...unless(
      location === undefined || sameUrl(headers.location, location),
      `location ${headers.location} instead of ${location}`,
    ),
    ...unless(set_cookie === undefined || setsCookie(reply, set_cookie), `no cookie ${set_cookie}`),
    ...headerComplaints('the client', response_headers, headers),
  ];
}

/** Complaints about the request as the component received it, and about the component itself. */
function complaintsOfComponent({ expect, body_mib }: HttpRequest, { seen }: Reply): string[] {
  const { backend, upstream_headers = {}, upstream_path, counted = 0 } = expect;
  return [
    ...unless(
      backend === undefined || seen?.component === backend,
      `answered by ${seen?.component ?? 'the gateway'} instead of ${backend}`,
    ),
    ...unless(
      seen === undefined || seen.bodyBytes === body_mib * MIB,
      `the component got ${seen?.bodyBytes} bytes of ${body_mib} MiB`,
    ),
    ...unless(
      upstream_path === undefined || seen?.path === upstream_path,
      `the component got the path ${seen?.path} instead of ${upstream_path}`,
    ),
    ...unless(
      (seen?.counted ?? 0) >= counted,
      `the component got ${seen?.counted ?? 0} counted requests instead of ${counted}`,
    ),
    ...headerComplaints('the component', upstream_headers, seen?.headers ?? {}),
  ];
}

/** Complaints about headers that somebody got: one of the values is wanted, or none where it is null. */
function headerComplaints(
  who: string,
  wanted: NonNullable<HttpRequest['expect']['response_headers']>,
  got: Reply['headers'],
): string[] {
  return Object.entries(wanted).flatMap(([name, value]) => {
    const given = got[name.toLowerCase()];
    // One header in several lines is the same as in one.
    const actual = Array.isArray(given) ? given.join(', ') : given;
    const isWanted = value === null ? actual === undefined : [value].flat().some((each) => each === actual);
    return unless(isWanted, `${who} got ${name}: ${actual} instead of ${value}`);
  });
}

function unless(holds: boolean, complaint: string): string[] {
  return holds ? [] : [complaint];
}

/** Complaints about all responses to a repeated request together. */
export function complaintsOfAll({ expect }: HttpRequest, replies: readonly Reply[]): string[] {
  const { share = {}, tolerance, distinct_pods, some_status } = expect;
  const shares = Object.entries(share).flatMap(([component, wanted]) => {
    const got = replies.filter(({ seen }) => seen?.component === component).length / replies.length;
    // Counts are integers: a fraction beside them is a rounding error.
    const near = Math.abs(got - wanted) <= tolerance + 1e-9;
    return near ? [] : [`${component} gave ${got} of the answers instead of ${wanted} ± ${tolerance}`];
  });
  const isSeen = some_status === undefined || replies.some(({ status }) => status === some_status);
  const complaints = [...shares, ...unless(isSeen, `none of ${replies.length} answers has ${some_status}`)];
  const pods = new Set(replies.flatMap(({ seen }) => (seen === undefined ? [] : [seen.pod])));
  return distinct_pods === undefined || pods.size === distinct_pods
    ? complaints
    : [...complaints, `${pods.size} pods answered instead of ${distinct_pods}`];
}

/** Standard deviations of a fair balancer's sample that fit into the tolerance of a share. */
const DEVIATIONS = 4.5;

/**
 * Number of repetitions of a request: for a share, as many that a random balancer misses the tolerance about once in
 * 100,000 runs. A round-robin balancer does not need it.
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
