import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { stateMetricsFiles } from '../../../../deploy/package/statemetrics.ts';

/** Labels of a metric by name, each with the path of its field. */
type Labels = Readonly<Record<string, readonly string[]>>;

/** Gauge of an object. */
interface Gauge {
  readonly path: readonly string[];
  readonly labelsFromPath?: Labels;
  readonly valueFrom?: readonly string[];
}

/** Configuration of kube-state-metrics. */
interface StateMetrics {
  readonly spec: {
    readonly resources: readonly {
      readonly groupVersionKind: { readonly group: string; readonly kind: string };
      readonly metricNamePrefix: string;
      readonly labelsFromPath: Labels;
      readonly metrics: readonly {
        readonly name: string;
        readonly each: {
          readonly info?: { readonly labelsFromPath: Labels };
          readonly gauge?: Gauge;
        };
      }[];
    }[];
  };
}

/** Node of the schema of a CRD. */
interface SchemaNode {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
}

/** A CRD with one version. */
interface Crd {
  readonly spec: {
    readonly names: { readonly kind: string };
    readonly versions: readonly [{ readonly schema: { readonly openAPIV3Schema: SchemaNode } }];
  };
}

function read(path: string): string {
  return readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
}

const CONFIG = parse(read('deploy/kube-state-metrics/config.yaml')) as StateMetrics;

const CRDS = ['applications', 'gatewayrules', 'marketinstalls'].map(
  (plural) => parse(read(`crds/${plural}.stoa.dev.yaml`)) as Crd,
);

const METADATA = ['namespace', 'name', 'creationTimestamp'];

/** Node of a schema at a path; undefined if there is no such field. */
function nodeAt(node: SchemaNode | undefined, [part, ...rest]: readonly string[]): SchemaNode | undefined {
  if (part === undefined) {
    return node;
  }
  const key = /^\[(.*)=.*\]$/.exec(part)?.[1];
  return key === undefined
    ? nodeAt(node?.properties?.[part], rest)
    : node?.items?.properties?.[key] && nodeAt(node.items, rest);
}

/** Paths of the fields of a gauge; those of a list are relative to its items. */
function pathsOf({ path, labelsFromPath = {}, valueFrom }: Gauge): (readonly string[])[] {
  const ofItems = [...Object.values(labelsFromPath), ...(valueFrom === undefined ? [] : [valueFrom])];
  return [path, ...ofItems.map((each) => [...path, '[type=any]', ...each])];
}

/** Paths of all fields that the configuration reads of a kind. */
const PATHS = CONFIG.spec.resources.flatMap(({ groupVersionKind: { kind }, labelsFromPath, metrics }) => {
  const paths = metrics.flatMap(({ each: { info, gauge } }) => [
    ...Object.values(info?.labelsFromPath ?? {}),
    ...(gauge === undefined ? [] : pathsOf(gauge)),
  ]);
  return [...Object.values(labelsFromPath), ...paths].map((path) => [kind, path.join(' ')] as const);
});

describe('the configuration for kube-state-metrics', () => {
  it.each([...stateMetricsFiles()])('%s is what npm run generate writes', (path, content) => {
    expect(read(path)).toBe(content);
  });

  it('has all kinds', () => {
    expect(CONFIG.spec.resources.map(({ groupVersionKind }) => groupVersionKind.kind)).toEqual(
      CRDS.map(({ spec }) => spec.names.kind),
    );
  });

  it.each(PATHS)('of a %s names an existing field: %s', (kind, text) => {
    const path = text.split(' ');
    const schema = CRDS.find(({ spec }) => spec.names.kind === kind)?.spec.versions[0].schema.openAPIV3Schema;
    const exists =
      path[0] === 'metadata'
        ? path.length === 2 && METADATA.includes(path[1] ?? '')
        : nodeAt(schema, path)?.type !== undefined;
    expect(exists).toBe(true);
  });
});

describe('the queries of docs/operations.md', () => {
  const metrics = CONFIG.spec.resources.flatMap(({ metricNamePrefix, metrics }) =>
    metrics.map(({ name }) => `${metricNamePrefix}_${name}`),
  );
  const queries = [...read('docs/operations.md').matchAll(/```promql\n([\s\S]*?)```/g)].map(
    ([, query = '']) => query,
  );

  it('are some', () => {
    expect(queries.length).toBeGreaterThan(0);
  });

  it.each(queries)('name metrics of the configuration: %s', (query) => {
    const names: string[] = [];
    const errors: string[] = [];
    parser.parse(query).iterate({
      enter: ({ type, from, to }) => {
        const text = query.slice(from, to);
        names.push(...(type.name === 'Identifier' && text.startsWith('stoa_') ? [text] : []));
        errors.push(...(type.isError ? [text] : []));
      },
    });
    expect(errors).toEqual([]);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !metrics.includes(name))).toEqual([]);
  });
});
