import type { ComponentPortRef } from '../../api/grammar.ts';
import { CHARTS, MODEL_ARTIFACTS } from '../../api/marketinstall.ts';
import { present } from '../../base/fields.ts';
import type { KubeObject, ObjectDraft } from '../../kube/object.ts';
import type { Resource } from '../../kube/resource.ts';
import {
  APPLICATION_TYPE,
  APPLICATIONS,
  GATEWAY_RULE_TYPE,
  GATEWAY_RULES,
  MARKET_INSTALL_TYPE,
  MARKET_INSTALLS,
} from '../../objects/stoa.ts';
import { readComponentPort } from '../componentport.ts';
import { UsageError } from '../options.ts';

/** Kinds that `new` makes, by the words for them. */
export const NEW_KINDS = ['rule', 'app', 'install'] as const;

export type NewKind = (typeof NEW_KINDS)[number];

/** Options that describe a new object, in the order of the usage text. */
export const FIELD_OPTIONS = [
  'service',
  'port',
  'host',
  'path',
  'grpc',
  'certificate',
  'issuer',
  'weight',
  'listen',
  'id',
  'store',
  'domain',
  'model',
  'chart',
  'version',
  'key',
  'values',
] as const;

export type FieldOption = (typeof FIELD_OPTIONS)[number];

/** Reader of the options of a command line. */
export type Fields = (name: FieldOption) => string | undefined;

/** Options that each kind needs, and those that it takes beside them. */
const FIELDS: Readonly<
  Record<NewKind, { readonly needs: readonly FieldOption[]; readonly takes: readonly FieldOption[] }>
> = {
  rule: {
    needs: ['service', 'port'],
    takes: ['host', 'path', 'grpc', 'certificate', 'issuer', 'weight', 'listen', 'id'],
  },
  app: { needs: [], takes: ['id'] },
  install: { needs: ['id', 'store', 'version'], takes: ['domain', 'model', 'chart', 'key', 'values'] },
};

/** Kind of an object with the resource that has it. */
export interface NewObject {
  readonly resource: Resource<KubeObject>;
  readonly draft: ObjectDraft;
}

/** Input of a new object beside its options. */
interface ReadForNew {
  /** Number of a new Application where none is given. */
  readonly freeId: number;
  /** Values of a chart; undefined where no file has some. */
  readonly values: object | undefined;
}

/** New object of a kind, by the options that describe it. Throws UsageError. Pure. */
export function newObject(
  kind: NewKind,
  metadata: { readonly namespace: string; readonly name: string },
  field: Fields,
  { freeId, values }: ReadForNew,
): NewObject {
  switch (kind) {
    case 'rule':
      return { resource: GATEWAY_RULES, draft: { ...GATEWAY_RULE_TYPE, metadata, spec: ruleSpec(field) } };
    case 'app': {
      const spec = { id: numberIn(field, 'id') ?? freeId };
      return { resource: APPLICATIONS, draft: { ...APPLICATION_TYPE, metadata, spec } };
    }
    case 'install':
      return {
        resource: MARKET_INSTALLS,
        draft: { ...MARKET_INSTALL_TYPE, metadata, spec: { ...installSpec(field), ...present({ values }) } },
      };
  }
}

/** Checks that options fit a kind. Throws UsageError. Pure. */
export function requireFields(kind: NewKind, field: Fields): void {
  const { needs, takes } = FIELDS[kind];
  const missing = needs.filter((name) => field(name) === undefined);
  if (missing.length > 0) {
    throw new UsageError(`new ${kind} also takes ${missing.map((name) => `--${name}`).join(', ')}`);
  }
  const foreign = FIELD_OPTIONS.find(
    (name) => field(name) !== undefined && ![...needs, ...takes].includes(name),
  );
  if (foreign !== undefined) {
    throw new UsageError(`--${foreign} means nothing to new ${kind}`);
  }
  if (kind === 'rule' && (field('host') === undefined) === (field('listen') === undefined)) {
    throw new UsageError('new rule takes --host for requests by HTTP, or --listen for a port of the gateway');
  }
  if (kind === 'install') {
    requireSource(field);
  }
  portIn(field);
  callPolicyIn(field);
  for (const name of ['weight', 'listen', 'id'] as const) {
    numberIn(field, name);
  }
}

/** Checks that an install has one source of what it makes. Throws UsageError. Pure. */
function requireSource(field: Fields): void {
  const [isModel, isChart, isOfTenant] = (['model', 'chart', 'domain'] as const).map(
    (name) => field(name) !== undefined,
  );
  if (isModel === isChart || isOfTenant !== (isModel && !isRegistry(field))) {
    throw new UsageError(
      'new install takes --model and --domain for an app store, --model alone for a registry, or --chart',
    );
  }
  if (field('values') !== undefined && !isChart) {
    throw new UsageError('--values is for charts: an application model has none');
  }
}

function isRegistry(field: Fields): boolean {
  return field('store')?.startsWith('oci:') ?? false;
}

function ruleSpec(field: Fields): Record<string, unknown> {
  const target = { serviceName: field('service'), containerPort: portIn(field) };
  const appId = numberIn(field, 'id');
  const listen = numberIn(field, 'listen');
  if (listen !== undefined) {
    return present({ appId, tcp: { ...target, endPoint: { ip: '0.0.0.0', port: listen } } });
  }
  const http = present({
    ...target,
    domainName: field('host'),
    domainPath: field('path'),
    theWeight: numberIn(field, 'weight'),
    policy: callPolicyIn(field),
    certificateName: field('certificate'),
    issuerRef: issuerIn(field),
  });
  return present({ appId, http });
}

/** Policy for the calls that `--grpc` names: `SERVICE`, `SERVICE/METHOD`, or `all`. */
function callPolicyIn(field: Fields): object | undefined {
  const text = field('grpc');
  if (text === undefined) {
    return undefined;
  }
  const [service, method, ...more] = text.split('/');
  if (service === '' || method === '' || more.length > 0) {
    throw new UsageError(`--grpc: ${text} must be SERVICE, SERVICE/METHOD or all`);
  }
  return { match: { grpc: text === 'all' ? {} : present({ service, method }) } };
}

/** Issuer as `--issuer` names it: `Issuer/NAME` or `ClusterIssuer/NAME`, in any case. */
function issuerIn(field: Fields): { readonly kind: string; readonly name: string } | undefined {
  const text = field('issuer');
  if (text === undefined) {
    return undefined;
  }
  const [kind = '', name = ''] = text.split('/');
  const known = ['Issuer', 'ClusterIssuer'].find((each) => each.toLowerCase() === kind.toLowerCase());
  if (known === undefined || name === '') {
    throw new UsageError(`--issuer: ${text} must be issuer/NAME or clusterissuer/NAME`);
  }
  return { kind: known, name };
}

function installSpec(field: Fields): Record<string, unknown> {
  const key = field('key');
  const chart = field('chart');
  const ofModel = isRegistry(field) ? MODEL_ARTIFACTS : undefined;
  return {
    appId: numberIn(field, 'id'),
    market: present({
      url: field('store'),
      domain: field('domain'),
      type: chart === undefined ? ofModel : CHARTS,
      accessKeySecretRef: key && { name: key },
    }),
    appModelId: chart ?? field('model'),
    appModelVersion: field('version'),
    deploy: true,
  };
}

function portIn(field: Fields): ComponentPortRef | undefined {
  const text = field('port');
  return text === undefined ? undefined : readComponentPort('--port', text);
}

function numberIn(field: Fields, name: FieldOption): number | undefined {
  const text = field(name);
  if (text !== undefined && !/^\d{1,10}$/.test(text)) {
    throw new UsageError(`--${name}: ${text} must be a whole number`);
  }
  return text === undefined ? undefined : Number(text);
}
