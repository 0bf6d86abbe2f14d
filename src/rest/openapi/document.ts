import { PROBLEMS, type ProblemName } from '../problem/problem.ts';
import { answers } from './answers.ts';
import { ANYWHERE } from './common.ts';
import type { Operation, Parameter } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { refTo, type SchemaNode, schemas } from './schemas.ts';

/** What the parameters of paths mean. */
const IN_PATHS: Readonly<Record<string, { readonly description: string; readonly schema: SchemaNode }>> = {
  team_id: {
    description: 'Team: value of the label stoa.dev/team of a namespace.',
    schema: { type: 'string', minLength: 1 },
  },
  region_name: { description: 'Region, by its name.', schema: { type: 'string', minLength: 1 } },
  app_id: {
    description: 'Application: spec.id of an Application of the team, or its name.',
    schema: { anyOf: [{ type: 'integer' }, { type: 'string', minLength: 1 }] },
  },
  rule_id: {
    description: 'Rule: http_rule_id or tcp_rule_id of its record.',
    schema: { type: 'string', minLength: 1 },
  },
  install_id: {
    description: 'Install: install_id of its record, or its name.',
    schema: { type: 'string', minLength: 1 },
  },
};

/** The OpenAPI document of the REST API, as plain data. */
export function openApiDocument(): Record<string, unknown> {
  const paths = Map.groupBy(OPERATIONS, ({ path }) => path);
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
    paths: Object.fromEntries([...paths].map(([path, operations]) => [path, pathItem(path, operations)])),
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
      schemas: schemas(),
    },
  };
}

/** Errors that an operation may answer: its own, and those of every one. */
export function problemsIn({ problems }: Operation): readonly ProblemName[] {
  return Object.keys(PROBLEMS).filter((name): name is ProblemName =>
    [...problems, ...ANYWHERE].includes(name as ProblemName),
  );
}

function pathItem(path: string, operations: readonly Operation[]): object {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const parameters = names.map((name) => ({ name, in: 'path', required: true, ...IN_PATHS[name] }));
  return {
    ...(parameters.length > 0 ? { parameters } : {}),
    ...Object.fromEntries(operations.map((operation) => [operation.method, operationNode(operation)])),
  };
}

function operationNode(operation: Operation): object {
  const { id, tag, summary, query = {}, headers = {}, body } = operation;
  const parameters = [...parametersIn('query', query), ...parametersIn('header', headers)];
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: refTo(body) } } } }),
    responses: answers(operation, problemsIn(operation)),
  };
}

function parametersIn(place: 'query' | 'header', parameters: Readonly<Record<string, Parameter>>): object[] {
  return Object.entries(parameters).map(([name, { required, description, schema }]) => ({
    name,
    in: place,
    ...(required ? { required } : {}),
    description,
    schema,
  }));
}
