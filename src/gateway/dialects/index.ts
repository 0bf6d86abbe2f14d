import { core } from './core.ts';
import type { Dialect } from './dialect.ts';

export const DIALECTS: readonly Dialect[] = [core];

export function dialectOf(_controllerName: string | undefined): Dialect {
  return core;
}
