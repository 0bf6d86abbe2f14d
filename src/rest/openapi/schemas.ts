import { z } from 'zod';
import { newApplicationSchema } from '../contract/application/request.ts';
import { applicationDetailSchema, listedApplicationSchema } from '../contract/application/response.ts';
import { certificateBodySchema } from '../contract/certificate/request.ts';
import { certificatePageSchema, certificateRecordSchema } from '../contract/certificate/response.ts';
import { componentRecordSchema } from '../contract/component/response.ts';
import { dryRunSchema } from '../contract/dryrun/response.ts';
import { eventPageSchema } from '../contract/event/response.ts';
import { installBodySchema, rollbackBodySchema } from '../contract/install/request.ts';
import { installPlanSchema, installRecordSchema, marketInstallSchema } from '../contract/install/response.ts';
import {
  componentMonitorSchema,
  dataSchema,
  monitorDataSchema,
  monitorItemSchema,
} from '../contract/monitor/response.ts';
import { componentOperationSchema } from '../contract/operation/request.ts';
import { operationDoneSchema } from '../contract/operation/response.ts';
import { problemSchema } from '../contract/problem.ts';
import {
  editedHttpSchema,
  editedTcpSchema,
  extensionObjectSchema,
  headerObjectSchema,
  newHttpSchema,
  newTcpSchema,
  settingsSchema,
} from '../contract/rule/halfschema.ts';
import { editSchema, newRuleSchema } from '../contract/rule/request.ts';
import {
  gatewayRuleSchema,
  gatewayRulesOfSchema,
  httpRecordSchema,
  placedRecordSchema,
  tcpRecordSchema,
} from '../contract/rule/response.ts';
import {
  currentUserSchema,
  regionRecordSchema,
  teamPageSchema,
  teamRecordSchema,
  teamRegionPageSchema,
} from '../contract/team/response.ts';
import { upgradeBodySchema } from '../contract/upgrade/request.ts';
import { upgradeRecordSchema } from '../contract/upgrade/response.ts';

/** A node of a JSON Schema (2020-12), the dialect of OpenAPI 3.1. */
export type SchemaNode = { [key: string]: unknown };

/** Schemas of requests by name, which is the contract's where it has one. */
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
  Rollback: rollbackBodySchema,
  NewCertificate: certificateBodySchema,
  NewApplication: newApplicationSchema,
  ComponentOperation: componentOperationSchema,
  Upgrade: upgradeBodySchema,
} as const satisfies Record<string, z.ZodType>;

/** Schemas of responses by name, which is the contract's where it has one. */
const RESPONSES = {
  TeamPage: teamPageSchema,
  Team: teamRecordSchema,
  TeamRegionPage: teamRegionPageSchema,
  Region: regionRecordSchema,
  CurrentUser: currentUserSchema,
  ListedApplication: listedApplicationSchema,
  Application: applicationDetailSchema,
  EventPage: eventPageSchema,
  CertificatePage: certificatePageSchema,
  Certificate: certificateRecordSchema,
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
  DryRun: dryRunSchema,
  InstallPlan: installPlanSchema,
  InstallRecord: installRecordSchema,
  OperationDone: operationDoneSchema,
  UpgradeRecord: upgradeRecordSchema,
  Problem: problemSchema,
} as const satisfies Record<string, z.ZodType>;

const NAMES: ReadonlyMap<z.core.$ZodType, string> = new Map(
  Object.entries({ ...REQUESTS, ...RESPONSES }).map(([name, schema]) => [schema, name]),
);

/** A reference to a schema of the document. Throws Error for a schema without a name here. */
export function refTo(schema: z.core.$ZodType): SchemaNode {
  const name = NAMES.get(schema);
  if (name === undefined) {
    throw new Error('a schema of an operation has no name in the OpenAPI document');
  }
  return { $ref: pathTo(name) };
}

/** The node of a named schema, of a list of one, or of a choice between several. */
export function nodeOf(schema: z.core.$ZodType): SchemaNode {
  if (schema instanceof z.ZodArray) {
    return { type: 'array', items: nodeOf(schema.element) };
  }
  return schema instanceof z.ZodUnion ? { oneOf: alternativesOf(schema).map(nodeOf) } : refTo(schema);
}

function alternativesOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  return schema instanceof z.ZodUnion ? schema.options.flatMap(alternativesOf) : [schema];
}

/** All schemas of the document: those of requests as input, those of responses as output. */
export function schemas(): Record<string, SchemaNode> {
  return { ...nodesOf(REQUESTS, 'input'), ...nodesOf(RESPONSES, 'output') };
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

/** Removes the extensions for API servers, and the bounds of every integer of JSON. */
function tidy(node: SchemaNode): void {
  for (const key of Object.keys(node)) {
    const isBound = node[key] === Number.MAX_SAFE_INTEGER || node[key] === Number.MIN_SAFE_INTEGER;
    if (key.startsWith('x-kubernetes-') || isBound) {
      delete node[key];
    }
  }
}
