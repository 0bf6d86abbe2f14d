import { PLAIN_STYLE, type RouteStyle } from '../style.ts';

/** Style of Traefik, which lets other parts pass without effect, or answers 500. */
export const STYLE: RouteStyle = { ...PLAIN_STYLE, parts: [], detours: 'left' };
