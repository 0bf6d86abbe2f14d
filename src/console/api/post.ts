/** A write of the API that is a POST. */
export interface Post {
  readonly method: 'POST';
  readonly path: string;
  readonly body: unknown;
}

/** An application, as paths name it. */
export interface ApplicationPath {
  readonly team: string;
  readonly region: string;
  readonly app: string;
}

/** Path of an application below the root of the API, for a write. */
export function pathOf({ team, region, app }: ApplicationPath): string {
  const [t, r, a] = [team, region, app].map(encodeURIComponent);
  return `/openapi/v1/teams/${t}/regions/${r}/apps/${a}`;
}
