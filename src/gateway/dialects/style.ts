/** How an engine wants what the routes of all engines say. */
export interface RouteStyle {
  /**
   * Where cookies are matched: in the route, by regular expressions on the header Cookie, or beside it, by
   * something of the engine's own.
   */
  readonly cookies: 'in-route' | 'beside';
  /** A header value as the engine must be told it, so that it sets exactly this. */
  readonly literal: (value: string) => string;
  /** Whether the engine takes a header of this name. */
  readonly knows: (name: string) => boolean;
  /** Why the engine does not set a header to a value, or does not remove it where the value is empty. */
  readonly refuses: (name: string, value: string) => string | undefined;
}

/** The Gateway API as it is. */
export const PLAIN_STYLE: RouteStyle = {
  cookies: 'in-route',
  literal: (value) => value,
  knows: () => true,
  refuses: () => undefined,
};
