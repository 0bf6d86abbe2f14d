/** An application, as paths name it. */
interface Application {
  readonly team: string;
  readonly region: string;
  readonly app: string;
}

/** Path of a team below the root of the API. */
export function teamPath({ team }: Pick<Application, 'team'>): string {
  return `/openapi/v1/teams/${encodeURIComponent(team)}`;
}

/** Path of a team in a region. */
export function regionPath(place: Pick<Application, 'team' | 'region'>): string {
  return `${teamPath(place)}/regions/${encodeURIComponent(place.region)}`;
}

/** Path of an application. */
export function applicationPath(place: Application): string {
  return `${regionPath(place)}/apps/${encodeURIComponent(place.app)}`;
}
