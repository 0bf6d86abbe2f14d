/** Certificate and key of a server, as PEM. */
export interface Pair {
  readonly cert: string;
  readonly key: string;
}
