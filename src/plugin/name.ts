import { DNS_NAME } from '../base/dnslabel.ts';
import { clipped } from '../base/text.ts';

/** Most characters of a label. */
const MAX_LABEL = 63;

/** Most characters of the name of an object. */
const MAX_NAME = 253;

/**
 * Problem of a text as the name of a namespace; undefined where it is one. A text that is none must not get into a path
 * of the API server: some proxies read `..` as a step up. Pure.
 */
export function namespaceProblem(text: string): string | undefined {
  return isLabel(text)
    ? undefined
    : `${quoted(text)} is no name of a namespace, which has at most ${MAX_LABEL} lower-case letters, digits and -, such as team-shop`;
}

/** Problem of a text as the name of an object; undefined where it is one, as above. Pure. */
export function nameProblem(text: string): string | undefined {
  return DNS_NAME.test(text) && text.length <= MAX_NAME
    ? undefined
    : `${quoted(text)} is no name of an object, which has at most ${MAX_NAME} lower-case letters, digits, - and ., such as shop`;
}

/** Problem of a text as the name of a region of the REST API, which may have any other characters; as above. Pure. */
export function regionProblem(text: string): string | undefined {
  return ['', '.', '..'].includes(text) ? `${quoted(text)} is no name of a region, such as local` : undefined;
}

/** Whether a text is one label of a DNS name, as the names of namespaces and Services are. Pure. */
export function isLabel(text: string): boolean {
  return DNS_NAME.test(text) && text.length <= MAX_LABEL && !text.includes('.');
}

function quoted(text: string): string {
  return JSON.stringify(clipped(text, MAX_LABEL));
}
