import { z } from 'zod';
import { componentRecordSchema } from '../contract/component/schema.ts';
import { installBodySchema } from '../contract/install/request.ts';
import { installRecordSchema, marketInstallSchema } from '../contract/install/schema.ts';
import {
  componentMonitorSchema,
  dataSchema,
  monitorDataSchema,
  monitorItemSchema,
} from '../contract/monitor/schema.ts';
import { problemSchema } from '../contract/problem.ts';
import {
  editedHttpSchema,
  editedTcpSchema,
  editSchema,
  extensionObjectSchema,
  headerObjectSchema,
  newHttpSchema,
  newRuleSchema,
  newTcpSchema,
  settingsSchema,
} from '../contract/rule/request.ts';
import {
  gatewayRuleSchema,
  gatewayRulesOfSchema,
  httpRecordSchema,
  placedRecordSchema,
  tcpRecordSchema,
} from '../contract/rule/schema.ts';

/** A node of a JSON Schema (2020-12), which is what OpenAPI 3.1 speaks. */
export type SchemaNode = { [key: string]: unknown };

/** What is sent, by name; the names are the contract's where it has one. */
const REQUESTS = {
  PostGatewayRule: newRuleSchema,
  Http: newHttpSchema,
  Tcp: newTcpSchema,
  PostTCPGatewayRuleExtensions: extensionObjectSchema,
  Configuration: settingsSchema,
  HTTPHeader: headerObjectSchema,
  EditedRule: editSchema,
  EditedHttp: editedHttpSchema,
  EditedTcp: editedTcpSchema,
  Install: installBodySchema,
} as const satisfies Record<string, z.ZodType>;

/** What is answered, by name; the names are the contract's where it has one. */
const ANSWERS = {
  GatewayRule: gatewayRuleSchema,
  GatewayRulesOf: gatewayRulesOfSchema,
  HttpRecord: httpRecordSchema,
  TcpRecord: tcpRecordSchema,
  PlacedHttpRecord: placedRecordSchema,
  ComponentMonitorSerializers: componentMonitorSchema,
  ComponentMonitorItemsSerializers: monitorItemSchema,
  Data: dataSchema,
  MonitorDataSerializers: monitorDataSchema,
  MarketInstall: marketInstallSchema,
  ComponentRecord: componentRecordSchema,
  InstallRecord: installRecordSchema,
  Problem: problemSchema,
} as const satisfies Record<string, z.ZodType>;

/** Name of a schema of the document. */
export type SchemaName = keyof typeof REQUESTS | keyof typeof ANSWERS;

/** A reference to a schema of the document. */
export function refTo(name: SchemaName): SchemaNode {
  return { $ref: pathTo(name) };
}

/** All schemas of the document: of what is sent as it is taken, of what is answered as it comes. */
export function schemas(): Record<string, SchemaNode> {
  return { ...nodesOf(REQUESTS, 'input'), ...nodesOf(ANSWERS, 'output') };
}

function nodesOf(
  named: Readonly<Record<string, z.ZodType>>,
  io: 'input' | 'output',
): Record<string, SchemaNode> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) {
    registry.add(schema, { id });
  }
  const { schemas: found } = z.toJSONSchema(registry, {
    io,
    uri: pathTo,
    override: ({ jsonSchema }) => tidy(jsonSchema),
  });
  return Object.fromEntries(
    Object.entries(found).map(([id, { $schema, $id, ...node }]) => [id, node as SchemaNode]),
  );
}

function pathTo(name: string): string {
  return `#/components/schemas/${name}`;
}

/** Takes out what is for an API server, and the bounds that every integer of JSON has. */
function tidy(node: SchemaNode): void {
  for (const key of Object.keys(node)) {
    const isBound = node[key] === Number.MAX_SAFE_INTEGER || node[key] === Number.MIN_SAFE_INTEGER;
    if (key.startsWith('x-kubernetes-') || isBound) {
      delete node[key];
    }
  }
}
