import { keyOf } from '../../kube/object.ts';
import type { Workload } from '../../objects/workload.ts';
import type { EngineProblem, WorkloadCheck } from '../engine.ts';

/** First patch of each minor version of Traefik whose names keep namespaces apart; later minor versions do. */
const TRAEFIK_MINIMUM: Readonly<Record<string, number>> = { '3.6': 25, '3.7': 10 };

/** Check of the workloads of Traefik, which have this label by its Helm chart. */
export const TRAEFIK_CHECK: WorkloadCheck = { selector: 'app.kubernetes.io/name=traefik', problemsOf };

/**
 * Problems of the workloads of Traefik, as far as their pod templates tell: the version as the tag of the image, and
 * the naming of objects as an argument. Pure.
 */
function problemsOf(workloads: readonly Workload[]): readonly EngineProblem[] {
  return workloads.flatMap((workload) => {
    const containers = workload.spec.template?.spec.containers ?? [];
    return containers
      .filter(({ image }) => /(^|\/)traefik[:@]/.test(image))
      .flatMap(({ image, args = [] }) => [
        ...versionProblems(keyOf(workload), image),
        ...namingProblems(keyOf(workload), args),
      ]);
  });
}

function versionProblems(workload: string, image: string): EngineProblem[] {
  const version = /:v?(\d+\.\d+\.\d+)/.exec(image)?.[1];
  return version === undefined || isFixed(version)
    ? []
    : [
        {
          workload,
          problem: 'version',
          message: `Traefik ${version} of ${workload} confuses objects of different namespaces: use 3.7.10 or newer (in 3.6: 3.6.25)`,
        },
      ];
}

/** Whether a version of Traefik, such as `3.7.15`, keeps the names of namespaces apart. */
export function isFixed(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  const least = TRAEFIK_MINIMUM[`${major}.${minor}`];
  return least === undefined ? major > 3 || (major === 3 && minor > 7) : patch >= least;
}

function namingProblems(workload: string, args: readonly string[]): EngineProblem[] {
  const options = args.map((arg) => arg.toLowerCase());
  const usesKinds = options.some((option) => /^--providers\.kubernetescrd(=true|\.|$)/.test(option));
  const isSafe = options.some((option) => /^--providers\.kubernetescrd\.safenaming(=true)?$/.test(option));
  return !usesKinds || isSafe
    ? []
    : [
        {
          workload,
          problem: 'naming',
          message: `Traefik of ${workload} confuses the Services of TraefikServices in different namespaces: set --providers.kubernetescrd.safeNaming=true (since 3.7.11)`,
        },
      ];
}
