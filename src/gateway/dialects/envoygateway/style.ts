import { PLAIN_STYLE, type RouteStyle } from '../style.ts';

/** Style of Envoy Gateway: a percent sign in a header's value would begin one of Envoy's variables. */
export const STYLE: RouteStyle = {
  ...PLAIN_STYLE,
  cookies: 'beside',
  detours: 'left',
  literal: (value) => value.replaceAll('%', '%%'),
};
