import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** Page whose script is loaded when it is shown first. Its module exports it as `Page`. */
export function lazyPage(
  load: () => Promise<{ readonly Page: ComponentType }>,
): LazyExoticComponent<ComponentType> {
  return lazy(async () => ({ default: (await load()).Page }));
}
