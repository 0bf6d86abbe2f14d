import { hasRest, type Location, type Server } from './hosts.ts';
import { placedPaths } from './order.ts';
import { type RulePath, requestsKey, translatePath } from './path.ts';

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

const LATE_ROOT =
  '/ is left out: where paths are regular, ingress-nginx answers 404 for all that no other path is for, unless / has the type Prefix';

function placesOf({ locations, regular }: Server): readonly (readonly [Location, LocationPath])[] {
  const isRooted = hasRest(locations);
  const translated = locations.map((location): readonly [Location, LocationPath] => {
    const { rewriteTarget } = location.read.settings;
    if (regular && !isRooted && location.path.path === '/') {
      return [location, { type: 'dead', note: LATE_ROOT }];
    }
    return [location, translatePath(location.path, { regular, rewriteTarget })];
  });
  if (!regular) {
    return withoutTwice(translated);
  }
  const whole = translated.flatMap(([location, found]) =>
    found.type === 'path' ? [{ location, text: location.path.path, path: found.path }] : [],
  );
  const placed = placedPaths(whole);
  return [
    ...translated.filter(([, found]) => found.type !== 'path'),
    ...whole.flatMap(({ location }, index) => {
      const found = placed[index];
      return found === undefined ? [] : [[location, found] as const];
    }),
  ];
}

/** Locations of which no two have one path of a rule: those with and without a slash at the end. */
function withoutTwice(
  all: readonly (readonly [Location, LocationPath])[],
): readonly (readonly [Location, LocationPath])[] {
  const taken = new Map<string, string>();
  return all.map(([location, found]) => {
    const { path: text } = location.path;
    const place = found.type === 'path' ? requestsKey(found.path) : text;
    const other = taken.get(place);
    taken.set(place, other ?? text);
    const note = `${text} is left out: nginx takes no configuration with it beside ${other}`;
    return other === undefined || found.type !== 'path'
      ? [location, found]
      : [location, { type: 'dead', note }];
  });
}
