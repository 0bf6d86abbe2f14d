/**
 * The OpenAPI document; run as a program, this file writes it into docs/openapi.json: `npm run generate`. A test
 * fails where that is stale.
 */
import { writeFile } from 'node:fs/promises';
import type { Operation } from '../http/operation.ts';
import type { Parameter } from '../http/parameters.ts';
import { problemSchema } from '../problem/body.ts';
import { PROBLEMS, type ProblemName } from '../problem/problem.ts';
import { createOperations } from '../resources/table.ts';
import { responses, sharedResponses } from './responses.ts';
import { namedNodes, refTo } from './schemas.ts';

/** Problems of every operation. */
const GENERAL_PROBLEMS: readonly ProblemName[] = [
  'invalid',
  'unauthorized',
  'forbidden',
  'quotaExceeded',
  'policyRefuses',
  'tooSlow',
  'tooManyRequests',
  'headersTooLarge',
  'internal',
  'regionUnreachable',
  'unavailable',
];

/** The OpenAPI document of the REST API, as plain data. */
export function openApiDocument(): Record<string, unknown> {
  const operations = createOperations();
  const paths = Map.groupBy(operations, ({ path }) => inBraces(path));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Stoa',
      version: 'v1',
      summary: 'Gateway rules, store installs and live monitoring of applications',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }, { bearer: [] }, { carried: [] }],
    paths: Object.fromEntries([...paths].map(([path, atPath]) => [path, pathItem(atPath)])),
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'A token of the cluster, such as kubectl create token makes.',
        },
        bearer: { type: 'http', scheme: 'bearer', description: 'The same token.' },
        carried: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Stoa-Token',
          description: 'The same token, where something on the way takes Authorization away.',
        },
      },
      schemas: {
        ...namedNodes(
          operations.flatMap(({ body }) => body?.schema ?? []),
          'input',
        ),
        ...namedNodes([...operations.map(({ success }) => success.body), problemSchema], 'output'),
      },
      responses: sharedResponses(operations.map(problemsIn)),
    },
  };
}

/** A path of the router as the document writes it: `/a/:b` → `/a/{b}`. */
export function inBraces(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

/** Problems of an operation: its own, and those of every one. */
export function problemsIn({ problems }: Pick<Operation, 'problems'>): readonly ProblemName[] {
  return Object.keys(PROBLEMS).filter((name): name is ProblemName =>
    [...problems, ...GENERAL_PROBLEMS].includes(name as ProblemName),
  );
}

function pathItem(operations: readonly Operation[]): object {
  const parameters = operations.slice(0, 1).flatMap((operation) => parametersIn(operation, ['path']));
  return {
    ...(parameters.length > 0 ? { parameters } : {}),
    ...Object.fromEntries(operations.map((operation) => [operation.method, operationNode(operation)])),
  };
}

function operationNode(operation: Operation): object {
  const { id, tag, summary, body } = operation;
  const parameters = parametersIn(operation, ['query', 'header']);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: refTo(body.schema) } } } }),
    responses: responses(operation, problemsIn(operation)),
  };
}

/** Parameters of an operation, place by place. */
function parametersIn({ parameters }: Operation, places: readonly Parameter['in'][]): object[] {
  return places.flatMap((place) =>
    Object.entries(parameters)
      .filter(([, parameter]) => parameter.in === place)
      .map(([name, { required, description, schema }]) => ({
        name,
        in: place,
        ...(required ? { required } : {}),
        description,
        schema,
      })),
  );
}

/** The generated file: its path below the repository's root, and its content. */
export function openApiFile(): { readonly path: string; readonly content: string } {
  return { path: 'docs/openapi.json', content: `${JSON.stringify(openApiDocument(), null, 2)}\n` };
}

if (import.meta.main) {
  const { path, content } = openApiFile();
  await writeFile(new URL(`../../../${path}`, import.meta.url), content);
}
