/** Key of everything that is fetched of a team in a region: what its stream of changes makes stale. */
export function keyOf({
  team,
  region,
}: {
  readonly team: string;
  readonly region: string;
}): readonly ['team', string, string] {
  return ['team', team, region];
}
