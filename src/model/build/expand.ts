import { accessOf } from '../../allowed/access.ts';
import { withBrought } from '../../allowed/brought.ts';
import { type Gradual, gradually } from '../../base/gradual.ts';
import { aliasOf, componentIdOf } from '../../source/componentid.ts';
import type { Content, PlannedComponent } from '../../source/content.ts';
import { withMirrors } from '../../source/image.ts';
import type { Kept } from '../../source/kept.ts';
import { installLabels, type Surroundings } from '../../source/surroundings.ts';
import { Diagnostics } from '../read/diagnostics.ts';
import type { Model } from '../read/model.ts';
import { componentDraft, type Draft } from './draft.ts';
import { makeElsewhere } from './elsewhere.ts';
import { type EnvContext, envDigest, ownEnvs } from './env.ts';
import { makeGroupSecrets } from './group.ts';
import { type Renamed, renamedServices } from './hostname.ts';
import { type Identity, identityOf } from './identity.ts';
import { withoutLoopback } from './loopback.ts';
import { overriddenClaims } from './overrides/volume.ts';
import type { MadeComponent, Part, PartsContext } from './parts.ts';
import { type PlatformContext, platformOf } from './platform/platform.ts';
import { platformRelease } from './platform/release.ts';
import { rawEnvsOf } from './precedence.ts';
import { makePullSecrets } from './pull.ts';
import type { RawEnvs } from './rawenv.ts';
import { makeRules } from './rule.ts';
import { FilledScopes } from './scope.ts';
import { makeServices } from './service.ts';
import { type Growth, MAX_GROWTH } from './variables/fill.ts';
import { attributeReader } from './workload/attributes.ts';
import { makeComponent } from './workload/component.ts';
import { fileFiller } from './workload/fillfile.ts';
import { makeResources, readResources } from './workload/resources.ts';

/**
 * Expansion of a model into the objects of an install, all in its namespace. Pure: the same input gives the same
 * objects. `kept` must come from `allocate` with this model; throws otherwise.
 */
export function* expand(given: Model, kept: Kept, surroundings: Surroundings): Gradual<Content> {
  const diagnostics = new Diagnostics();
  const labels = installLabels(surroundings);
  const env = envContext(given, kept, surroundings);
  const model = { ...given, components: yield* withoutLoopback(given, env, diagnostics) };
  const identities = model.components.map((each) => identityOf(each, kept, surroundings, labels));
  const rules = makeRules(model, identities, { kept, surroundings, diagnostics });
  const brought = yield* readResources(model.resources, surroundings);
  const { namespace } = surroundings;
  const access = yield* withBrought(accessOf(surroundings), brought, { namespace, labels });
  const readAttribute = attributeReader(access, platformRelease(surroundings.publishedWith));
  const { growth } = env;
  const platform = platformOf(identities, rules, { surroundings, labels, diagnostics });
  const raws = yield* rawEnvs(identities, env, platform.context, surroundings);
  const groups = makeGroupSecrets(model, env, surroundings, labels);
  const pulls = makePullSecrets(model.components, surroundings, labels);
  const scopes = new FilledScopes(raws, growth);
  const context = { env, raws, scopes, growth, groups, pulls, surroundings, readAttribute };
  const [running = [], elsewhere = []] = [true, false].map((runs) =>
    identities.filter(({ component }) => (component.endpoints === undefined) === runs),
  );
  const drafts = yield* gradually(running, (identity) => componentDraft(identity, context));
  const parts = new Map(drafts.map(({ part }) => [part.component.key, part]));
  const around: PartsContext = {
    ...{ surroundings, parts, volumes: kept.volumes, access, readAttribute, growth },
    fillFile: fileFiller(growth),
    digestOf: (text) => envDigest([{ text }], kept),
  };
  const made = yield* gradually(drafts, (draft) => ({ draft, ...makeComponent(draft.part, around) }));
  const components = yield* gradually(made, (each) => ({
    ...planned(each, kept, surroundings),
    ...claimsOf(each.draft.part, around),
  }));
  const shared = [
    ...[...groups.map(({ object }) => object), ...pulls.objects, ...platform.configMaps()],
    ...elsewhere.flatMap((identity) => makeElsewhere(identity, kept, surroundings)),
  ];
  const others = [...shared, ...components.flatMap(({ workload, objects }) => [workload, ...objects])];
  const resources = yield* makeResources(brought, { namespace, labels, access, others });
  reportGrowth(growth, diagnostics);
  const vain = [...made, resources].flatMap(({ notApplied }) => notApplied);
  const { mirrors = {} } = surroundings;
  return {
    shared: [...shared, ...resources.objects].map((each) => withMirrors(each, mirrors)),
    components: components.map((each) => ({ ...each, workload: withMirrors(each.workload, mirrors) })),
    rules,
    notApplied: [...model.notApplied, ...diagnostics.notApplied, ...vain],
  };
}

/** Envs of all components as written, by key. */
function* rawEnvs(
  identities: readonly Identity[],
  env: EnvContext,
  platform: PlatformContext,
  { publishedWith }: Surroundings,
): Gradual<ReadonlyMap<string, RawEnvs>> {
  const own = yield* gradually(
    identities,
    ({ component }) => [component.key, ownEnvs(component, env)] as const,
  );
  const envs = new Map(own);
  const envsOf = (key: string) => envs.get(key);
  const context = { platform, envsOf, release: platformRelease(publishedWith) };
  const raws = yield* gradually(
    identities,
    (identity) => [identity.component.key, rawEnvsOf(identity, context)] as const,
  );
  return new Map(raws);
}

function reportGrowth(growth: Growth, diagnostics: Diagnostics): void {
  if (growth.denied) {
    diagnostics.addNotApplied('apps', 'variables make texts too large: some stay as they are written');
  }
}

/** Claims of which the install sets something; nothing where there are none. */
function claimsOf(part: Part, context: PartsContext): Pick<PlannedComponent, 'overriddenClaims'> {
  const claims = overriddenClaims(part, context);
  return claims.length === 0 ? {} : { overriddenClaims: claims };
}

function planned(
  { draft, workload, objects }: MadeComponent & { readonly draft: Draft },
  kept: Kept,
  surroundings: Surroundings,
): PlannedComponent {
  const { part, identity, secrets } = draft;
  const { path, key, name, dependsOn } = part.component;
  const services = makeServices({ ...part, alias: identity.alias }, kept, surroundings);
  const owned = [...secrets, ...services, ...objects];
  return { path, key, id: part.id, name, dependsOn, workload, objects: owned };
}

function envContext({ components, configGroups }: Model, kept: Kept, { install }: Surroundings): EnvContext {
  const alias = (key: string) => aliasOf(componentIdOf(install.uid, key));
  const renamed: Renamed = renamedServices(components, kept, alias);
  return {
    kept,
    renamed,
    groupsOf: (key) => configGroups.filter((group) => group.components.includes(key)),
    aliasOf: alias,
    growth: { left: MAX_GROWTH, denied: false },
  };
}
