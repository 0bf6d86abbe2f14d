/** Style of an engine's HTTPRoutes. */
export interface RouteStyle {
  /**
   * Place where cookies are matched: in the route, by regular expressions on the header Cookie, or beside it, by
   * something of the engine's own.
   */
  readonly cookies: 'in-route' | 'beside';
  /** A header value escaped so that the engine sets exactly this. */
  readonly literal: (value: string) => string;
  /** Whether the engine takes a header of this name. */
  readonly knows: (name: string) => boolean;
  /** The reason for which the engine does not set a header to a value, or does not remove it where the value is empty. */
  readonly refuses: (name: string, value: string) => string | undefined;
}

/** Style of the Gateway API itself. */
export const PLAIN_STYLE: RouteStyle = {
  cookies: 'in-route',
  literal: (value) => value,
  knows: () => true,
  refuses: () => undefined,
};
