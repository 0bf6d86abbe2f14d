import type { InstalledComponent } from '../../api/marketinstall.ts';
import { fieldsOf } from '../../base/fields.ts';
import { uniqueBy } from '../../base/unique.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import type { PlannedComponent } from '../../source/content.ts';
import type { StandingMount, StandingVolumes } from '../../source/surroundings.ts';
import type { DataVolume } from '../../workload/datamounts.ts';
import { dataMountsOf } from '../../workload/datamounts.ts';
import { isWorkloadKind } from '../../workload/kinds.ts';
import type { Plan } from './plan.ts';
import type { PlanProblem } from './problem.ts';

/**
 * Problems of workloads that would mount an empty volume in place of one with data. The allocation of volumes
 * (../expand/volumes.ts) carries data over where it can; a plan with the rest is refused. Pure.
 */
export function movedData(
  plan: Pick<Plan, 'waves' | 'shared' | 'chart'>,
  installed: readonly InstalledComponent[],
  standing: StandingVolumes,
): readonly PlanProblem[] {
  const ofComponents = plan.waves
    .flat()
    .map(({ id, workload }) => ({ planned: workload, mounted: standing.mountsOf(id) }));
  const brought = plan.shared.map((planned) => ({
    planned,
    mounted: standing.mountsOfBrought(planned),
  }));
  const ofChart = plan.chart !== undefined;
  return [
    ...[...ofComponents, ...brought].flatMap(({ planned, mounted }) =>
      problemsOf(planned, mounted, standing),
    ),
    ...plan.waves.flat().flatMap((each) => problemsOfKey(each, plan, installed, standing)),
  ].map((problem) => ({ ...problem, ofChart }));
}

/**
 * Problems of a component that is called like one of the version before, which is gone, and has its data at the same
 * path: the publisher has given it another key.
 */
function problemsOfKey(
  { id, key, name, workload: { resource, draft } }: PlannedComponent,
  { waves }: Pick<Plan, 'waves'>,
  installed: readonly InstalledComponent[],
  standing: StandingVolumes,
): readonly Omit<Extract<PlanProblem, { type: 'other-key' }>, 'ofChart'>[] {
  const { kind } = resource;
  if (!isWorkloadKind(kind) || installed.some((each) => each.id === id)) {
    return [];
  }
  const planned = waves.flat();
  const gone = installed.filter(
    (each) => each.name === name && planned.every((other) => other.id !== each.id),
  );
  const paths = dataMountsOf(kind, fieldsOf(draft.spec))
    .filter(({ volume }) => standingClaims(volume, draft.metadata.name, standing).length === 0)
    .map(({ path }) => path);
  return gone.flatMap((old) => {
    const claims = standing
      .mountsOf(old.id)
      .filter(({ path }) => paths.includes(path))
      .flatMap(({ volume, workload }) => standingClaims(volume, workload, standing));
    return claims.length === 0
      ? []
      : [{ type: 'other-key', object: `component ${name.slice(0, 63)}`, old: old.key, key, claims } as const];
  });
}

function problemsOf(
  { resource: { kind }, draft }: PlannedObject,
  mounted: readonly StandingMount[],
  standing: StandingVolumes,
): readonly Omit<Extract<PlanProblem, { type: 'data-elsewhere' }>, 'ofChart'>[] {
  if (!isWorkloadKind(kind)) {
    return [];
  }
  const { name } = draft.metadata;
  const mounts = dataMountsOf(kind, fieldsOf(draft.spec));
  const claimsOf = (volume: DataVolume) => standingClaims(volume, name, standing);
  const mountedClaims = new Set(mounts.flatMap(({ volume }) => claimsOf(volume)));
  const problems = mounts.map(({ path, volume }) => {
    const before = mounted
      .filter((each) => each.path === path)
      .flatMap((each) => standingClaims(each.volume, each.workload, standing));
    const other = claimsOf(volume).length === 0 ? twinOf(volume, name).flatMap(claimsOf) : [];
    const claims = [...before, ...other].filter((claim) => !mountedClaims.has(claim));
    return { path, perPod: volume.type === 'template', claims: [...new Set(claims)] };
  });
  return uniqueBy(
    problems.filter(({ claims }) => claims.length > 0),
    ({ path }) => path,
  ).map((problem) => ({ type: 'data-elsewhere', object: `${kind} ${name}`, ...problem }));
}

/** Claims of a volume that exist. */
function standingClaims(
  { type, name }: DataVolume,
  workload: string,
  standing: StandingVolumes,
): readonly string[] {
  if (type === 'template') {
    return standing.claimsOf(name, workload);
  }
  return standing.hasClaim(name) ? [name] : [];
}

/** Volume of the same name in a version in which each pod had its own, or all pods had one. */
function twinOf({ type, name }: DataVolume, workload: string): readonly DataVolume[] {
  const head = `${workload}-`;
  if (type === 'template') {
    return [{ type: 'claim', name: `${head}${name}` }];
  }
  return name.startsWith(head) ? [{ type: 'template', name: name.slice(head.length) }] : [];
}
