import { readdirSync, readFileSync } from 'node:fs';
import type { NotApplied } from '../../src/api/marketinstall.ts';
import { expand } from '../../src/model/build/expand.ts';
import { parseModel } from '../../src/model/read/parse.ts';
import type { Content } from '../../src/source/content.ts';
import { type Kept, NOTHING_KEPT } from '../../src/source/kept.ts';
import type { Surroundings } from '../../src/source/surroundings.ts';
import { atOnce } from './gradual.ts';
import { keptOf, surroundings } from './install.ts';

const MODELS = new URL('../models/', import.meta.url);

/** Ranges in which the models have components that run elsewhere. */
const ALLOWED = [
  { address: '192.168.10.0', prefix: 24 },
  { address: 'fd00:10::', prefix: 32 },
];

/** Stoa's own application models: name to text. */
export function ownModels(): ReadonlyMap<string, string> {
  const files = readdirSync(MODELS).filter((file) => file.endsWith('.json'));
  return new Map(
    files
      .toSorted()
      .map((file) => [file.replace(/\.json$/, ''), readFileSync(new URL(file, MODELS), 'utf8')]),
  );
}

/** Results of a template's phases. */
export interface Expanded {
  readonly expansion: Content;
  readonly kept: Kept;
  readonly tolerated: readonly NotApplied[];
}

/** Plans the first install of a valid template. */
export function expanded(
  template: string,
  fields: Partial<Surroundings> = {},
  before: Kept = NOTHING_KEPT,
): Expanded {
  const parsed = atOnce(parseModel(template, ALLOWED));
  if (parsed.type === 'refused') {
    throw new Error(parsed.message);
  }
  const around = surroundings(fields);
  const kept = keptOf(parsed.model, before, {}, around);
  return {
    expansion: atOnce(expand(parsed.model, kept, around)),
    kept,
    tolerated: parsed.tolerated,
  };
}

/** Every object of an expansion, in the order of their creation. */
export function objectsOf({ shared, components, rules }: Content) {
  return [...shared, ...components.flatMap(({ objects, workload }) => [...objects, workload]), ...rules];
}
