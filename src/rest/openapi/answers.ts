import { PROBLEMS, type ProblemName, typeOf } from '../problem/problem.ts';
import type { Body, Operation, Success } from './operation.ts';
import { refTo, type SchemaNode } from './schemas.ts';

/** The answers of an operation by status, as OpenAPI writes them: its success, and its errors. */
export function answers(operation: Operation, problems: readonly ProblemName[]): Record<string, object> {
  const { success, conditional, handsOn } = operation;
  const byStatus = Map.groupBy(problems, (name) => PROBLEMS[name].status);
  return {
    [success.status]: successAnswer(success),
    ...(conditional
      ? { 304: { description: 'Nothing has changed.', headers: headerNodes(success.headers) } }
      : {}),
    ...Object.fromEntries([...byStatus].map(([status, names]) => [status, problemAnswer(status, names)])),
    ...(handsOn === undefined ? {} : { '4XX': handedOn(handsOn) }),
  };
}

function successAnswer(success: Success): object {
  const { description, body } = success;
  return {
    description,
    headers: headerNodes(success.headers),
    content: { 'application/json': { schema: bodyNode(body) } },
  };
}

function bodyNode(body: Body): SchemaNode {
  if (typeof body === 'string') {
    return refTo(body);
  }
  return 'listOf' in body ? { type: 'array', items: refTo(body.listOf) } : { oneOf: body.oneOf.map(refTo) };
}

function headerNodes(headers: Success['headers'] = {}): Record<string, object> {
  return Object.fromEntries(
    Object.entries({ ...TRACED, ...headers }).map(([name, description]) => [
      name,
      { description, required: true, schema: { type: 'string' } },
    ]),
  );
}

/** The header of every answer. */
const TRACED = { 'X-Request-Id': 'The id of the request, also in the log.' };

/** Headers of errors, by their status. */
const OF_STATUS: Readonly<Record<number, Success['headers']>> = {
  401: { 'WWW-Authenticate': 'How to say who asks.' },
  429: { 'Retry-After': 'Seconds after which the next request may come.' },
};

function problemAnswer(status: number, names: readonly ProblemName[]): object {
  const said = names.map((name) => `${PROBLEMS[name].title} (\`${nameOf(name)}\`)`);
  const codes = new Set(names.map((name) => PROBLEMS[name].code));
  return {
    description: `${said.join('; ')}.`,
    headers: headerNodes(OF_STATUS[status]),
    ...problemContent({
      type: { enum: names.map(typeOf) },
      status: { const: status },
      code: { enum: [...codes] },
    }),
  };
}

/** The answer of somebody else that is handed on: its own status and code. */
function handedOn(name: ProblemName): object {
  return {
    description: `${PROBLEMS[name].title} (\`${nameOf(name)}\`): its answer is handed on.`,
    headers: headerNodes(),
    ...problemContent({ type: { const: typeOf(name) } }),
  };
}

function problemContent(properties: SchemaNode): object {
  return {
    content: { 'application/problem+json': { schema: { allOf: [refTo('Problem'), { properties }] } } },
  };
}

function nameOf(name: ProblemName): string {
  return typeOf(name).replace(/^.*\//, '');
}
