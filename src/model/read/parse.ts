import type { z } from 'zod';
import { problemsOf } from '../../api/issue.ts';
import { MAX_COMPONENTS, type NotApplied } from '../../api/marketinstall.ts';
import { type Gradual, gradually } from '../../base/gradual.ts';
import { firstFew } from '../../base/text.ts';
import type { AddressRange } from '../../store/guard.ts';
import type { ModelComponent } from './component.ts';
import { componentProblem, isSourceBuilt, readComponent, whyLeftOut } from './component.ts';
import { Diagnostics } from './diagnostics.ts';
import { type ConfigGroup, readConfigGroups } from './env.ts';
import { component, model as modelSection, type WireTemplate } from './format.ts';
import { candidateKeys, componentNames, type Identified } from './identity.ts';
import { readHttpRoutes, readStreamRoutes } from './ingress.ts';
import { type ModelRefusal, readTemplate } from './json.ts';
import type { Model } from './model.ts';
import { pluginsOf } from './plugin.ts';
import type { ReadContext } from './settings.ts';
import { NULL_ENTRY, reportUnsupportedKeys } from './unsupportedkeys.ts';

/** Parsed model, or the refusal of the template. */
type ParsedModel =
  | {
      readonly type: 'parsed';
      readonly model: Model;
      /** Oddities of the template that change nothing. */
      readonly tolerated: readonly NotApplied[];
    }
  | ModelRefusal;

/** Most envs of all containers of a model. */
const MAX_ENVS = 100_000;

/** Most components that a refusal names. */
const NAMED = 3;

/** Component of a template, with its key. */
interface RawComponent extends Identified {
  readonly path: string;
  /** JSON of the component, for the report of unsupported keys. */
  readonly raw: unknown;
}

/** Component of a template, with the reason why nothing is installed for it. */
interface Candidate extends RawComponent {
  readonly leftOut: string | undefined;
}

/**
 * Parser of application models. Missing values get the defaults of the format; malformed ones refuse the whole model;
 * parts that have no counterpart here are listed in it. Components that run elsewhere need addresses of the `allowed`
 * ranges. Pure.
 */
export function* parseModel(
  template: Uint8Array | string,
  allowed: readonly AddressRange[] = [],
): Gradual<ParsedModel> {
  const json = yield* readTemplate(template);
  if (json.type === 'refused') {
    return json;
  }
  yield;
  const { apps } = json.value;
  if (Array.isArray(apps) && apps.length > MAX_COMPONENTS) {
    return refuse(
      'too-many-components',
      `apps: must have at most ${MAX_COMPONENTS} entries, not ${apps.length}`,
    );
  }
  const wire = yield* readWire(json.value);
  return Array.isArray(wire)
    ? refuse('invalid', wire.slice(0, 10).join('; '))
    : yield* readModel(wire, json.value, allowed);
}

/** Template in the types of the format, or what is wrong with it. Its components are read one by one. */
function* readWire(raw: Readonly<Record<string, unknown>>): Gradual<WireTemplate | string[]> {
  const apps: readonly unknown[] = Array.isArray(raw.apps) ? raw.apps : [];
  const beside = Array.isArray(raw.apps) ? { ...raw, apps: [] } : raw;
  const parsed = modelSection.schema.safeParse(beside, { reportInput: true });
  const read = yield* gradually(apps.entries(), ([at, value]) => ({
    at,
    app: component.schema.nullable().safeParse(value, { reportInput: true }),
  }));
  const problems = [
    ...(parsed.success ? [] : problemsIn(parsed.error)),
    ...read.flatMap(({ at, app }) => (app.success ? [] : problemsIn(app.error, ['apps', at]))),
  ];
  return problems.length > 0 || !parsed.success
    ? problems
    : {
        ...parsed.data,
        apps: read.flatMap(({ at, app: { data } }) =>
          data === undefined || data === null ? [] : [{ at, value: data }],
        ),
      };
}

/** Problems of the value at a path of the template, as text. */
function problemsIn(error: z.ZodError, above: readonly (string | number)[] = []): string[] {
  return problemsOf(error).map(({ path, message }) => {
    const whole = [...above, ...(path === '' ? [] : [path])].join('.');
    return `${withIndices(whole)}: ${message}`;
  });
}

function* readModel(
  wire: WireTemplate,
  raw: Readonly<Record<string, unknown>>,
  allowed: readonly AddressRange[],
): Gradual<ParsedModel> {
  const diagnostics = new Diagnostics();
  const identified = identify(wire, Array.isArray(raw.apps) ? raw.apps : []);
  if (!Array.isArray(identified)) {
    return identified;
  }
  const candidates = yield* gradually(identified, (each) => ({
    ...each,
    leftOut: whyLeftOut(each.wire, allowed),
  }));
  const refusal = whyRefused(candidates, wire);
  if (refusal !== undefined) {
    return refusal;
  }
  reportUnsupportedKeys(raw, modelSection, '', diagnostics);
  reportNulls(raw.apps, diagnostics);
  const installed = candidates.filter(({ path, leftOut }) => {
    if (leftOut !== undefined) {
      diagnostics.addNotApplied(path, leftOut);
    }
    return leftOut === undefined;
  });
  const names = componentNames(installed);
  const plugins = pluginsOf(wire.plugins);
  const components = withOwnedMounts(
    yield* gradually(installed, (candidate) => read(candidate, { names, plugins, diagnostics }, allowed)),
    diagnostics,
  );
  const configGroups = readConfigGroups(wire, names, diagnostics);
  if (countEnvs(components, configGroups) > MAX_ENVS) {
    return refuse(
      'invalid',
      `apps: must have at most ${MAX_ENVS} envs altogether, with those that they give each other`,
    );
  }
  reportMesh(wire, diagnostics);
  const model: Model = {
    name: wire.group_name,
    version: wire.group_version,
    meshed: isMeshed(wire),
    components,
    configGroups,
    httpRoutes: readHttpRoutes(wire, names, diagnostics),
    streamRoutes: readStreamRoutes(wire, names, diagnostics),
    resources: wire.k8s_resources.map(({ at, value }) => ({ path: `k8s_resources[${at}]`, ...value })),
    notApplied: diagnostics.notApplied,
  };
  return { type: 'parsed', model, tolerated: diagnostics.tolerated };
}

function read(
  { raw, wire, path, key }: RawComponent,
  context: Omit<ReadContext, 'path' | 'key'>,
  allowed: readonly AddressRange[],
): ModelComponent {
  reportUnsupportedKeys(raw, component, path, context.diagnostics);
  return readComponent(wire, { path, key, ...context }, allowed);
}

/** Components with unique keys, or the refusal where one has none. */
function identify(wire: WireTemplate, raw: readonly unknown[]): RawComponent[] | ModelRefusal {
  const taken = new Set<string>();
  const identified: RawComponent[] = [];
  for (const { at, value } of wire.apps) {
    const path = `apps[${at}]`;
    const candidates = candidateKeys(value);
    const key = candidates.find((name) => !taken.has(name));
    if (candidates.length === 0) {
      return refuse('invalid', `${path}: must have a service_key`);
    }
    if (key === undefined || isCopy(value.service_share_uuid, identified)) {
      return refuse('invalid', `${path}: must have another service_key than the components before it`);
    }
    taken.add(key);
    identified.push({ key, wire: value, path, raw: raw[at] });
  }
  return identified;
}

function isCopy(shareId: string, others: readonly RawComponent[]): boolean {
  return shareId !== '' && others.some(({ wire }) => wire.service_share_uuid === shareId);
}

function whyRefused(candidates: readonly Candidate[], wire: WireTemplate): ModelRefusal | undefined {
  if (candidates.length === 0 && wire.k8s_resources.length === 0) {
    return refuse('empty', 'the model has neither apps nor k8s_resources');
  }
  const installed = candidates.filter(({ leftOut }) => leftOut === undefined);
  if (installed.length === 0 && wire.k8s_resources.length === 0) {
    return refuse(
      'nothing-installable',
      `nothing of the model can be installed here: ${whyNothing(candidates)}`,
    );
  }
  const slug = installed.find((candidate) => isSourceBuilt(candidate.wire));
  if (slug !== undefined) {
    return refuse(
      'source-built',
      `${slug.path}.share_type: ${slug.wire.service_cname || slug.key} is published as sources, which cannot be built here; publish it as an image`,
    );
  }
  const problems = installed.flatMap((candidate) => {
    const problem = componentProblem(candidate.wire);
    return problem === undefined ? [] : [`${candidate.path}.${problem.key}: ${problem.message}`];
  });
  return problems.length === 0 ? undefined : refuse('invalid', problems.slice(0, 10).join('; '));
}

/** Names of components with the reasons why nothing is installed for them. */
function whyNothing(candidates: readonly Candidate[]): string {
  const texts = candidates.map(({ path, key, wire, leftOut }) => {
    const name = wire.service_cname || key;
    return `${path} ${name.slice(0, 63)}: ${leftOut}`;
  });
  return firstFew(texts, NAMED, '; ');
}

function refuse(reason: ModelRefusal['reason'], message: string): ModelRefusal {
  return { type: 'refused', reason, message: message.slice(0, 2000) };
}

/** `apps.0.cpu` as `apps[0].cpu`. */
function withIndices(path: string): string {
  const [first = '', ...rest] = path.split('.');
  return (
    [first, ...rest.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))].join('') || 'template'
  );
}

function reportNulls(apps: unknown, diagnostics: Diagnostics): void {
  for (const [at, value] of Array.isArray(apps) ? apps.entries() : []) {
    if (value === null) {
      diagnostics.addTolerated(`apps[${at}]`, NULL_ENTRY);
    }
  }
}

/**
 * Number of envs of all containers, at most: a port has host and port in up to two spellings. The offers of a component
 * count for every component that depends on it, the items of a config group for each of its components, and all of them
 * for each plugin, which has the envs of its component.
 */
function countEnvs(components: readonly ModelComponent[], groups: readonly ConfigGroup[]): number {
  const offers = new Map(
    components.map(({ key, connectEnvs, ports }) => [key, connectEnvs.length + 4 * ports.length]),
  );
  const own = components.map(({ key, envs, dependsOn, plugins }) => {
    const main = [key, ...dependsOn].reduce((count, other) => count + (offers.get(other) ?? 0), envs.length);
    return plugins.reduce((count, plugin) => count + main + plugin.envs.length, main);
  });
  const grouped = groups.map(({ items, components: members }) => items.length * members.length);
  return [...own, ...grouped].reduce((total, count) => total + count, 0);
}

/** Components without mounts of volumes that the owner does not have. */
function withOwnedMounts(
  components: readonly ModelComponent[],
  diagnostics: Diagnostics,
): readonly ModelComponent[] {
  const owned = new Map(
    components.map(({ key, volumes, configFiles }) => [
      key,
      new Set([...volumes, ...configFiles].map(({ name }) => name)),
    ]),
  );
  return components.map((component) => ({
    ...component,
    mounts: component.mounts.filter(({ path, owner, name }) => {
      const exists = owned.get(owner)?.has(name) ?? false;
      if (!exists) {
        diagnostics.addNotApplied(
          path,
          'the other component has no volume of this mnt_name, or it is a file without content',
        );
      }
      return exists;
    }),
  }));
}

/** Mode of models without one. */
const BUILT_IN = 'BUILD_IN_SERVICE_MESH';

const MESHES: ReadonlyMap<string, string> = new Map([
  [
    BUILT_IN,
    'which connection envs hold, and which replace 127.0.0.1 in envs and files where only one dependency has the port',
  ],
  ['ISTIO_SERVICE_MESH', 'which connection envs hold; 127.0.0.1 in other envs reaches nothing'],
]);

function isMeshed({ governance_mode }: WireTemplate): boolean {
  return governance_mode === '' || governance_mode === BUILT_IN;
}

function reportMesh({ governance_mode }: WireTemplate, diagnostics: Diagnostics): void {
  const holders = MESHES.get(governance_mode);
  if (holders !== undefined) {
    diagnostics.addNotApplied(
      'governance_mode',
      `there is no mesh here: components reach each other by the names of Services, ${holders}`,
    );
  }
}
