import { IGNORED_HEADER, WARNING_HEADER } from '../http/headers.ts';
import type { Operation } from '../http/operation.ts';
import { problemSchema } from '../problem/body.ts';
import { PROBLEM_TYPES } from '../problem/errorhandler.ts';
import { PROBLEMS, type ProblemName, typeOf } from '../problem/problem.ts';
import { nodeOf, refTo, type SchemaNode } from './schemas.ts';

/** Responses of an operation by status: its success, and its problems. */
export function responses(operation: Operation, problems: readonly ProblemName[]): Record<string, object> {
  const { success, conditional, passesOn } = operation;
  return {
    [success.status]: successResponse(operation),
    ...(conditional
      ? { 304: { description: 'Nothing has changed.', headers: headerNodes(success.headers) } }
      : {}),
    ...Object.fromEntries(byStatus(problems).map(([status, names]) => [status, problemNode(status, names)])),
    ...(passesOn === undefined ? {} : { '4XX': passedOn(passesOn) }),
  };
}

/**
 * Responses to one problem each, by their names in `components.responses`: those of operations with these problems.
 * Responses to several problems of one status stand where they are used.
 */
export function sharedResponses(problemsOfEach: readonly (readonly ProblemName[])[]): Record<string, object> {
  const alone = new Set(
    problemsOfEach.flatMap((problems) =>
      byStatus(problems).flatMap(([, names]) => (names.length === 1 ? names : [])),
    ),
  );
  return Object.fromEntries(
    [...alone].map((name) => [titleOf(name), problemResponse(PROBLEMS[name].status, [name])]),
  );
}

function problemNode(status: number, names: readonly ProblemName[]): object {
  const [name, ...others] = names;
  return name === undefined || others.length > 0
    ? problemResponse(status, names)
    : { $ref: `#/components/responses/${titleOf(name)}` };
}

function byStatus(problems: readonly ProblemName[]): [number, ProblemName[]][] {
  return [...Map.groupBy(problems, (name) => PROBLEMS[name].status)];
}

/** Name of a problem in the spelling of schemas: `TooSlow`. */
function titleOf(name: ProblemName): string {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}

function successResponse({ success, body: requestBody }: Operation): object {
  const { description, body, mediaType = 'application/json', headers } = success;
  return {
    description,
    headers: { ...headerNodes(headers), ...IGNORED, ...(requestBody === undefined ? {} : OF_BODY) },
    content: { [mediaType]: { schema: nodeOf(body) } },
  };
}

/** Header of every success response. */
const IGNORED = {
  [IGNORED_HEADER]: {
    description:
      'Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any.',
    schema: { type: 'string' },
  },
};

/** Header of responses to requests with a body. */
const OF_BODY = {
  [WARNING_HEADER]: {
    description: 'What clients of the gateway will find wrong with what is written, where there is anything.',
    schema: { type: 'string' },
  },
};

/** Headers of a response: name to description. */
type Headers = Readonly<Record<string, string>>;

function headerNodes(headers: Headers = {}): Record<string, object> {
  return Object.fromEntries(
    Object.entries({ ...REQUEST_ID, ...headers }).map(([name, description]) => [
      name,
      { description, required: true, schema: { type: 'string' } },
    ]),
  );
}

/** Header of every response. */
const REQUEST_ID = { 'X-Request-Id': 'The id of the request, also in the log.' };

/** Headers of problem responses, by status. */
const OF_STATUS: Readonly<Record<number, Headers>> = {
  401: { 'WWW-Authenticate': 'How to say who asks.' },
  429: { 'Retry-After': 'Seconds after which the next request may come.' },
};

function problemResponse(status: number, names: readonly ProblemName[]): object {
  const meanings = names.map((name) => `${PROBLEMS[name].title} (\`${nameOf(name)}\`)`);
  const codes = new Set(names.map((name) => PROBLEMS[name].code));
  return {
    description: `${meanings.join('; ')}.`,
    headers: headerNodes(OF_STATUS[status]),
    ...problemContent({
      type: { enum: names.map(typeOf) },
      status: { const: status },
      code: { enum: [...codes] },
    }),
  };
}

/** Response that carries the status and code of another server. */
function passedOn(name: ProblemName): object {
  return {
    description: `${PROBLEMS[name].title} (\`${nameOf(name)}\`): its answer is handed on.`,
    headers: headerNodes(),
    ...problemContent({ type: { const: typeOf(name) } }),
  };
}

function problemContent(properties: SchemaNode): object {
  const [usual, plain] = PROBLEM_TYPES;
  const schema = refTo(problemSchema);
  // The narrower schema once: both types have the same body.
  return {
    content: { [usual]: { schema: { allOf: [schema, { properties }] } }, [plain]: { schema } },
  };
}

function nameOf(name: ProblemName): string {
  return typeOf(name).replace(/^.*\//, '');
}
