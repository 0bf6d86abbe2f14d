import type { IncomingHttpHeaders } from 'node:http';
import type { HttpRouteFilter } from '../../objects/httproute.ts';

/** Header of answers to questions that came by the rule for them, with the hash of the version of the route. */
export const ANSWER_HEADER = 'x-stoa-probe-version';

/** Filter that gives answers the version of their route: an engine may answer by another rule, or by none. */
export function versionFilter(version: string): HttpRouteFilter {
  const set = [{ name: ANSWER_HEADER, value: version }];
  return { type: 'ResponseHeaderModifier', responseHeaderModifier: { set } };
}

/** Whether an answer tells a version, or none is to be told. */
export function tellsVersion(headers: IncomingHttpHeaders, version: string | undefined): boolean {
  return version === undefined || headers[ANSWER_HEADER] === version;
}

/** Version that answers by a rule tell; undefined where an earlier version of Stoa wrote it, or its engine cannot. */
export function versionIn(filters: readonly HttpRouteFilter[] = []): string | undefined {
  const set = filters.flatMap((filter) =>
    filter.type === 'ResponseHeaderModifier' ? (filter.responseHeaderModifier.set ?? []) : [],
  );
  return set.find(({ name }) => name === ANSWER_HEADER)?.value;
}
