import { PROBLEMS, type ProblemName, typeOf } from '../problem.ts';
import type { Body, Operation, Success } from './operation.ts';
import { refTo, type SchemaNode } from './schemas.ts';

/** The answers of an operation by status, as OpenAPI writes them: its success, and its errors. */
export function answers(operation: Operation, problems: readonly ProblemName[]): Record<string, object> {
  const { success, conditional, handsOn } = operation;
  const byStatus = Map.groupBy(problems, (name) => PROBLEMS[name].status);
  return {
    [success.status]: successAnswer(success),
    ...(conditional ? { 304: { description: 'Nothing has changed.', headers: headerNodes(success) } } : {}),
    ...Object.fromEntries([...byStatus].map(([status, names]) => [status, problemAnswer(status, names)])),
    ...(handsOn === undefined ? {} : { '4XX': handedOn(handsOn) }),
  };
}

function successAnswer(success: Success): object {
  const { description, body, links } = success;
  return {
    description,
    ...(success.headers === undefined ? {} : { headers: headerNodes(success) }),
    content: { 'application/json': { schema: bodyNode(body) } },
    ...(links === undefined ? {} : { links: linkNodes(links) }),
  };
}

function bodyNode(body: Body): SchemaNode {
  if (typeof body === 'string') {
    return refTo(body);
  }
  return 'listOf' in body ? { type: 'array', items: refTo(body.listOf) } : { oneOf: body.oneOf.map(refTo) };
}

function headerNodes({ headers = {} }: Success): Record<string, object> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [
      name,
      { description, required: true, schema: { type: 'string' } },
    ]),
  );
}

function linkNodes(links: NonNullable<Success['links']>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(links).map(([operationId, parameters]) => [operationId, { operationId, parameters }]),
  );
}

function problemAnswer(status: number, names: readonly ProblemName[]): object {
  const said = names.map((name) => `${PROBLEMS[name].title} (\`${nameOf(name)}\`)`);
  const codes = new Set(names.map((name) => PROBLEMS[name].code));
  return {
    description: `${said.join('; ')}.`,
    ...(status === 401 ? { headers: AUTHENTICATE } : {}),
    ...problemContent({
      type: { enum: names.map(typeOf) },
      status: { const: status },
      code: { enum: [...codes] },
    }),
  };
}

const AUTHENTICATE = {
  'WWW-Authenticate': {
    description: 'How to say who asks.',
    required: true,
    schema: { type: 'string' },
  },
};

/** The answer of somebody else that is handed on: its own status and code. */
function handedOn(name: ProblemName): object {
  return {
    description: `${PROBLEMS[name].title} (\`${nameOf(name)}\`): its answer is handed on.`,
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
