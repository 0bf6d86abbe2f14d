import type { Licensed } from '../bundle/packages.ts';
import type { Platform } from '../local/binaries/platform.ts';
import { runTool } from '../local/runtool.ts';
import debian from './debian.json' with { type: 'json' };
import { NODE } from './node.ts';
import type { Runtime } from './runtime.ts';

type DebianPackage = (typeof debian.packages)[Platform['arch']][number];

/** CycloneDX document, as far as it is used. */
export interface Bom {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: Readonly<Record<string, unknown>> };
  readonly components: readonly BomComponent[];
  readonly dependencies: readonly BomDependency[];
}

interface BomDependency {
  readonly ref: string;
  readonly dependsOn: readonly string[];
}

interface BomComponent {
  readonly type: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly 'bom-ref'?: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
}

/**
 * npm packages that are installed in the folder `npm`. The manifest there must name installed packages only:
 * `--omit` leaves more packages out of the list than out of the folder.
 */
export async function installedPackages(npm: string, signal: AbortSignal): Promise<Bom> {
  return JSON.parse(
    await runTool('npm', ['--prefix', npm, 'sbom', '--sbom-format=cyclonedx'], { signal }),
  ) as Bom;
}

/** Part of a bill of materials with these packages, each `<name>@<version>`. Throws an Error for one that it lacks. */
export function bomOfPackages(installed: Bom, packages: readonly string[]): Bom {
  const wanted = new Set(packages);
  const isWanted = ({ name, version }: BomComponent) => wanted.has(`${name}@${version}`);
  const components = installed.components.filter(isWanted);
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const missing = packages.filter((each) => !listed.has(each));
  if (missing.length > 0) {
    throw new Error(`npm does not list ${missing.join(', ')}`);
  }
  const others = new Set(
    installed.components.filter((each) => !isWanted(each)).map((each) => each['bom-ref']),
  );
  const dependencies = installed.dependencies
    .filter(({ ref }) => !others.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => !others.has(each)) }));
  return { ...installed, components, dependencies };
}

/** Bill of materials with Go modules, and Go's own packages as `stdlib`. */
export function withModules(bom: Bom, modules: readonly Pick<Licensed, 'name' | 'version'>[]): Bom {
  const components = modules.map(({ name, version }) => ({
    type: 'library',
    name,
    version,
    // Go's own packages have the version of Go without its prefix.
    purl: `pkg:golang/${name.toLowerCase()}@${encodeURIComponent(version.replace(/^go/, ''))}`,
  }));
  return { ...bom, components: [...bom.components, ...components] };
}

/** Bill of materials of an image: its packages and modules, Node, and the libraries where they are pinned. */
export function bomOf(packages: Bom, runtime: Runtime, { arch }: Platform): Bom {
  const { bomFormat, specVersion, metadata, components, dependencies } = packages;
  // Without serial number and time, the same image has the same document.
  return {
    bomFormat,
    specVersion,
    metadata: { component: { ...metadata.component, name: 'stoa' } },
    components: [...components, ...runtimeOf(runtime, arch)],
    dependencies,
  };
}

function runtimeOf({ node, libraries }: Runtime, arch: Platform['arch']): readonly BomComponent[] {
  const own = {
    type: 'application',
    name: 'node',
    version: node,
    purl: `pkg:generic/node@${node}`,
    hashes: [{ alg: 'SHA-256', content: NODE.builds[arch].program }],
  };
  return libraries.from === 'machine'
    ? [own]
    : [own, ...debian.packages[arch].map((each) => libraryOf(each, arch))];
}

/** Component of a package of Debian; its advisories are about the source, which scanners find as `upstream`. */
function libraryOf({ name, version, source }: DebianPackage, arch: Platform['arch']): BomComponent {
  const identity = `${encodeURIComponent(name)}@${encodeURIComponent(version)}`;
  const purl = `pkg:deb/debian/${identity}?arch=${arch}&distro=debian-12&upstream=${source}`;
  return { type: 'library', name, version, purl };
}
