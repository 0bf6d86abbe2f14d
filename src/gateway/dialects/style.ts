/** Part of an HTTPRoute for a member of a policy that not every engine heeds. */
type RoutePart = 'timeouts' | 'retry' | 'cors' | 'mirror';

/** Style of an engine's HTTPRoutes. */
export interface RouteStyle {
  /** Parts that the engine heeds; others are left out. */
  readonly parts: readonly RoutePart[];
  /**
   * Place where cookies are matched: in the route, by regular expressions on the header Cookie, or beside it, by
   * something of the engine's own.
   */
  readonly cookies: 'in-route' | 'beside';
  /**
   * Paths that lead components elsewhere than the engine sees, which regular expressions on the path find: the engine
   * leaves some to its routes, or they are unknown and its routes name none.
   */
  readonly detours: 'left' | 'unknown';
  /** A header value escaped so that the engine sets exactly this. */
  readonly literal: (value: string) => string;
  /** Whether the engine takes a header of this name. */
  readonly knows: (name: string) => boolean;
  /** The reason for which the engine does not set a header to a value, or does not remove it where the value is empty. */
  readonly refuses: (name: string, value: string) => string | undefined;
  /** The reason for which the engine changes no header of this name in answers. */
  readonly keepsInAnswers: (name: string) => string | undefined;
}

/** Style of the Gateway API itself. */
export const PLAIN_STYLE: RouteStyle = {
  parts: ['timeouts', 'retry', 'cors', 'mirror'],
  cookies: 'in-route',
  detours: 'unknown',
  literal: (value) => value,
  knows: () => true,
  refuses: () => undefined,
  keepsInAnswers: () => undefined,
};
