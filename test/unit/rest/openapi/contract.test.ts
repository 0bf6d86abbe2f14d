import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../../src/rest/openapi/document.ts';
import { CONTRACT, type ContractField, fieldsOf } from '../../../contract/contract.ts';

/** A node of the document, as far as the contract speaks of it. */
interface Node {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
}

/** A parameter in the document. */
interface ParameterNode {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Node;
}

interface OperationNode {
  readonly operationId: string;
  readonly parameters?: readonly ParameterNode[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content: Content }>>;
}

type Content = Readonly<Record<string, { readonly schema: Node }>>;

const document = openApiDocument() as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Node>> };
};
const { schemas } = document.components;

const refTo = (name: string) => `#/components/schemas/${name}`;

/** Parameters of queries that the contract lacks; without them, an operation does what the contract says. */
const ADDED_TO_QUERY: Readonly<Record<string, readonly string[]>> = {
  queryMonitor: ['exact', 'rule', 'install'],
  installModel: ['dryRun'],
  createRule: ['dryRun'],
  editRule: ['dryRun'],
  deleteRule: ['dryRun'],
};

/** Whether a node lets through what the contract calls a type: one of JSON, or an object of its own. */
function admits(node: Node | undefined, type: string): boolean {
  return (
    node !== undefined &&
    (node.$ref === refTo(type) ||
      [node.type].flat().includes(type) ||
      [...(node.anyOf ?? []), ...(node.oneOf ?? [])].some((each) => admits(each, type)))
  );
}

function describes(
  node: Node | undefined,
  { type, isList }: Pick<ContractField, 'type' | 'isList'>,
): boolean {
  return isList ? admits(node, 'array') && admits(node?.items, type) : admits(node, type);
}

describe.each(Object.entries(CONTRACT.operations))(
  '%s',
  (id, { method, path, in_path, query, body, answer }) => {
    const item = document.paths[path];
    const operation = item?.[method] as OperationNode;

    it('is at its path', () => {
      expect(operation.operationId).toBe(id);
    });

    it('has the parameters of its path', () => {
      const parameters = item?.parameters as readonly ParameterNode[];
      expect(parameters.map(({ name }) => name)).toEqual(Object.keys(in_path));
      for (const parameter of parameters) {
        expect(parameter).toMatchObject({ in: 'path', required: true });
        expect(admits(parameter.schema, in_path[parameter.name] ?? '')).toBe(true);
      }
    });

    it('has the parameters of its query, and requires none', () => {
      const added = ADDED_TO_QUERY[id] ?? [];
      const parameters = (operation.parameters ?? []).filter(
        (each) => each.in === 'query' && !added.includes(each.name),
      );
      expect(parameters.map(({ name, required }) => [name, required === true])).toEqual(
        Object.keys(query).map((name) => [name, false]),
      );
      expect(parameters.every(({ name, schema }) => admits(schema, query[name] ?? ''))).toBe(true);
    });

    it('takes its body and answers its answer', () => {
      expect(operation.requestBody?.content['application/json']?.schema.$ref).toBe(body && refTo(body));
      const [, list, name = ''] = /^(list of )?(\w+)$/.exec(answer) ?? [];
      const schema = operation.responses[200]?.content['application/json']?.schema;
      expect(describes(schema, { type: name, isList: list !== undefined })).toBe(true);
    });
  },
);

/** Members of requests that the contract does not have. */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  Install: ['access_key_secret', 'overrides', 'values', 'values_from'],
  Http: ['certificate_name', 'policy'],
  PostGatewayRule: ['tls'],
};

describe.each(Object.keys(CONTRACT.requests))('the request %s', (name) => {
  it.each(fieldsOf(name))('has $name', (field) => {
    expect(describes(schemas[name]?.properties?.[field.name], field)).toBe(true);
    if (field.required === 'no') {
      expect(schemas[name]?.required ?? []).not.toContain(field.name);
    }
  });

  it('has nothing else but what Stoa adds, which no client has to send', () => {
    const added = ADDED[name] ?? [];
    expect(Object.keys(schemas[name]?.properties ?? {}).toSorted()).toEqual(
      [...fieldsOf(name).map((field) => field.name), ...added].toSorted(),
    );
    for (const field of added) {
      expect(schemas[name]?.required ?? []).not.toContain(field);
    }
  });
});

describe.each(Object.keys(CONTRACT.answers))('the answer %s', (name) => {
  it.each(fieldsOf(name))('always has $name', (field) => {
    expect(describes(schemas[name]?.properties?.[field.name], field)).toBe(true);
    expect(schemas[name]?.required).toContain(field.name);
  });
});

/** The text of the contract, which is not ours to keep; nothing where it is not at hand. */
const file = join(process.env.STOA_CASES ?? '', '../seeds/000_c466104b8a91c2f4.txt');
const texts = process.env.STOA_CASES !== undefined && existsSync(file) ? [readFileSync(file, 'utf8')] : [];

describe.each(texts)('the text of the contract', (whole) => {
  /** The tables of fields: "### 2.3 Tcp", then a row for each field. */
  const tables = whole.split(/^### /m).flatMap((section) => {
    const [, name = ''] = /^2\.\d+ (\w+)/.exec(section) ?? [];
    return fieldsOf(name).length === 0 ? [] : [{ name, rows: rowsOf(section) }];
  });

  it('is written down here table by table', () => {
    expect(tables.map(({ name }) => name)).toEqual([
      'PostGatewayRule',
      'Tcp',
      'Http',
      'Configuration',
      'GatewayRule',
      'ComponentMonitorSerializers',
      'Install',
      'MarketInstall',
    ]);
    for (const { name, rows } of tables.filter((table) => table.rows.length > 0)) {
      const own = fieldsOf(name).map((field) => [field.name, field.type, field.isList, field.required]);
      const isAnswer = name in CONTRACT.answers;
      expect(isAnswer ? rows.map((row) => row.slice(0, 3)) : rows).toEqual(
        isAnswer ? own.map((field) => field.slice(0, 3)) : own,
      );
    }
  });

  it('lists exactly the fields of answers that are written down here', () => {
    const names = ['HttpRecord', 'TcpRecord', 'MarketInstall', 'ComponentRecord'];
    const lines = whole.split('\n').filter((line) => / record fields: |^Top-level fields: /.test(line));
    const listed = lines.map((line) => [...line.matchAll(/(\w+) \(/g)].map(([, name = '']) => name));
    expect(listed).toEqual(names.map((name) => fieldsOf(name).map((field) => field.name)));
  });
});

/** Name, type, whether it is a list and whether it is required, of each row. */
function rowsOf(section: string): [string, string, boolean, ContractField['required']][] {
  return section.split('\n').flatMap((line) => {
    const [, name = '', type = '', required = ''] = line.split('|').map((cell) => cell.trim());
    const [, list, of = ''] = /^(array of )?(\w+)/.exec(type) ?? [];
    const said = required.startsWith('yes') ? 'yes' : required === 'no' ? 'no' : 'not said';
    return /^[a-z_]+$/.test(name) ? [[name, of, list !== undefined, said]] : [];
  });
}
