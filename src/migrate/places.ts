import type { Location, Server } from './hosts.ts';
import { placedPaths } from './order.ts';
import { type RulePath, translatePath } from './path.ts';

/** Path of a rule for a location, or why it has none. */
type LocationPath =
  | { readonly type: 'path'; readonly path: RulePath }
  | { readonly type: 'refused'; readonly why: string }
  | { readonly type: 'dead'; readonly note: string };

/** Paths of the rules of all locations. */
export type Places = ReadonlyMap<Location, LocationPath>;

/** Paths of rules for the locations of servers. Pure. */
export function placesIn(servers: Iterable<Server>): Places {
  return new Map([...servers].flatMap(placesOf));
}

function placesOf({ locations, regular }: Server): readonly (readonly [Location, LocationPath])[] {
  const translated = locations.map((location) => {
    const { rewriteTarget } = location.read.settings;
    return [location, translatePath(location.path, { regular, rewriteTarget })] as const;
  });
  if (!regular) {
    return translated;
  }
  const whole = translated.flatMap(([location, found]) =>
    found.type === 'path' ? [{ location, text: location.path.path, path: found.path }] : [],
  );
  const placed = placedPaths(whole);
  return [
    ...translated.filter(([, found]) => found.type === 'refused'),
    ...whole.flatMap(({ location }, index) => {
      const found = placed[index];
      return found === undefined ? [] : [[location, found] as const];
    }),
  ];
}
