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
