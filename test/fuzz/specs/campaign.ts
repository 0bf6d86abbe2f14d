import fc from 'fast-check';
import type { GatewayRuleSpec } from '../../../src/api/gatewayrule.ts';
import { ENGINES } from '../../../src/engines/index.ts';
import { keyOf } from '../../../src/kube/object.ts';
import { ownModels } from '../../support/models.ts';
import { Simulation } from '../../support/simulation.ts';
import { cpuMs, median } from './cpu.ts';
import { plan, templatesAtLimits } from './models.ts';
import {
  areStorable,
  COMPONENTS,
  LARGEST_GROUP,
  NORMAL,
  normalRules,
  rulesAtLimits,
  storedRules,
} from './rules.ts';

/** Object that costs the most of those that a campaign tried, and how much more than a normal one. */
export interface Worst {
  readonly what: string;
  readonly ratio: number;
  readonly tried: number;
  /** Begin of the object. */
  readonly input: string;
}

/** Numbers of objects that a campaign tries, and the seed that finds them again. */
export interface Extent {
  readonly runs: number;
  readonly seed: number;
}

/** Bytes below which templates count as equally large. */
const SMALL_TEMPLATE = 4_096;

/**
 * Costs of rules at the limits of their schema, alone and in groups for one host and path, beside normal ones in groups
 * of the same number: reading, indexing, observing and deciding, per rule, for every engine.
 */
export function rulesCampaign(extent: Extent): readonly Worst[] {
  const engines = ['none', ...ENGINES.flatMap(({ controllers }) => controllers)];
  return engines.map((engine) => {
    const groups = fc.sample(rulesAtLimits, { numRuns: extent.runs, seed: extent.seed }).filter(areStorable);
    const costs = groups.map((specs) => ({ specs, cost: ruleCost(engine, specs, 2) }));
    // Normal objects come last, when the code is as compiled as it will be.
    const normal = Array.from({ length: LARGEST_GROUP }, (_, index) => normalCost(engine, index + 1));
    const ratios = costs.map(({ specs, cost }) => ({ specs, ratio: cost / (normal[specs.length - 1] ?? 0) }));
    return worstOf(`rules for ${engine}`, ratios, ({ specs }) => JSON.stringify(specs));
  });
}

/** Costs of templates at the limits of the parser, from text to objects, for each byte. */
export function modelsCampaign({ runs, seed }: Extent): Worst {
  const templates = fc.sample(templatesAtLimits, { numRuns: runs, seed });
  const costs = templates.map((template) => ({ template, cost: modelCost(template, 1) }));
  const normal = median([...ownModels().values()].map((template) => modelCost(template, 10)));
  const ratios = costs.map(({ template, cost }) => ({ template, ratio: cost / normal }));
  return worstOf('models by their size', ratios, ({ template }) => template);
}

function ruleCost(engine: string, specs: readonly GatewayRuleSpec[], count: number): number {
  const prepare = () => {
    const simulation = new Simulation();
    simulation.engine(engine);
    simulation.service(...COMPONENTS);
    return { simulation, rules: storedRules(specs) };
  };
  const cost = cpuMs(
    prepare,
    ({ simulation, rules }) => {
      simulation.rule(...rules);
      for (const rule of rules) {
        simulation.reconcile(keyOf(rule));
      }
    },
    count,
  );
  return cost / specs.length;
}

function modelCost(template: string, count: number): number {
  return cpuMs(() => template, plan, count) / Math.max(template.length, SMALL_TEMPLATE);
}

function worstOf<T extends { readonly ratio: number }>(
  what: string,
  ratios: readonly T[],
  inputOf: (ratio: T) => string,
): Worst {
  const [worst] = ratios.toSorted((a, b) => b.ratio - a.ratio);
  return {
    what,
    ratio: worst?.ratio ?? 0,
    tried: ratios.length,
    input: worst === undefined ? '' : inputOf(worst).slice(0, 2_000),
  };
}

/** Cost of a normal rule among as many for its host and path. */
function normalCost(engine: string, count: number): number {
  return median(NORMAL.map((_, first) => ruleCost(engine, normalRules(first, count), 8)));
}
