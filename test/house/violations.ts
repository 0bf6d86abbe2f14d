import { type Import, layerOf } from './imports.ts';
import type { Layer } from './layers.ts';

/** Imports that the table of layers does not allow, each as a sentence. */
export function violations(
  imports: readonly Import[],
  layers: Readonly<Record<string, Layer>>,
): readonly string[] {
  return imports.filter((each) => !isAllowed(each, layers)).map(({ from, to }) => `${from} imports ${to}`);
}

function isAllowed({ from, to }: Import, layers: Readonly<Record<string, Layer>>): boolean {
  const [importer, imported] = [layerOf(from), layerOf(to)];
  if (importer === undefined) {
    return true;
  }
  return (
    imported !== undefined &&
    Object.hasOwn(layers, importer) &&
    (importer === imported || (layers[importer]?.imports.includes(imported) ?? false))
  );
}
