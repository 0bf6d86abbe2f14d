import type { Pinned } from '../../api/marketinstall.ts';
import { areSameVersion, orderOfVersions, semanticVersionOf } from '../../base/semver.ts';
import type { MarketInstall } from '../../objects/stoa.ts';

/**
 * Reason for which a signed version is not taken; undefined where it may be. A signature says who made it, and not when:
 * whoever may write to the registry can answer with all that its publisher has ever signed. So a version of an install
 * has the same bytes each time, and a range leads to no older version than the one in place; a user who names a version
 * goes back by own choice. Pure.
 */
export function replayOf(install: MarketInstall, pinned: Pinned): string | undefined {
  if (pinned.signedBy === undefined) {
    return undefined;
  }
  const { template, serving, history = [] } = install.status ?? {};
  const version = exactVersionOf(pinned);
  const known = [template, serving, ...history].flatMap((each) =>
    each?.signedBy === undefined ? [] : [each],
  );
  const before = known.find(
    (each) => areSameVersion(exactVersionOf(each), version) && each.digest !== pinned.digest,
  );
  if (before !== undefined) {
    return `the registry has other bytes for version ${version} (${pinned.digest}) than this install got before (${before.digest}), and both are signed: ask the publisher, and use another version`;
  }
  const inPlace = serving && versionInPlace(install, serving);
  return inPlace !== undefined && isOlder(version, inPlace) && !isExact(pinned.version)
    ? `the registry has version ${version} for ${pinned.version}, which is older than version ${inPlace} in place: to go back, name the version in spec.appModelVersion`
    : undefined;
}

/** Version that a pin has, also where a range was asked for. */
function exactVersionOf({ version, resolved = version }: Pinned): string {
  return resolved;
}

/** Version in place, which an earlier release of Stoa has not pinned where it was asked for as a range. */
function versionInPlace({ status }: MarketInstall, serving: Pinned): string {
  const exact = exactVersionOf(serving);
  return isExact(exact) ? exact : (status?.chart?.version ?? exact);
}

function isExact(text: string): boolean {
  return semanticVersionOf(text)?.written === 3;
}

function isOlder(one: string, other: string): boolean {
  const [a, b] = [semanticVersionOf(one), semanticVersionOf(other)];
  return a !== undefined && b !== undefined && orderOfVersions(a, b) < 0;
}
