import type { Rows } from './row.ts';
import { BACKEND_ROWS } from './rows/backend.ts';
import { BALANCING_ROWS } from './rows/balancing.ts';
import { CORS_ROWS } from './rows/cors.ts';
import { GUARD_ROWS } from './rows/guards.ts';
import { OTHER_ROWS } from './rows/others.ts';
import { PROXY_ROWS } from './rows/proxy.ts';
import { ROUTE_ROWS } from './rows/routes.ts';

/**
 * All annotations of ingress-nginx, one row each; of two rows for one field, the later counts, as in the original. To change
 * what becomes of one: its row, from which the page, the command and its words on engines follow.
 */
export const ROWS: Rows = {
  ...ROUTE_ROWS,
  ...GUARD_ROWS,
  ...CORS_ROWS,
  ...PROXY_ROWS,
  ...BALANCING_ROWS,
  ...BACKEND_ROWS,
  ...OTHER_ROWS,
};
