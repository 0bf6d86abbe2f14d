import { parser } from '@prometheus-io/lezer-promql';
import { z } from 'zod';
import { engineSelectorSchema } from './engineselector.ts';
import { BUILT_IN, SOURCES } from './items.ts';
import { fill, PLACEHOLDERS } from './placeholder.ts';
import { sourceProblems, sourceSettings } from './sourcesettings.ts';

/** Matcher that replaces every placeholder while a template is checked. */
const STAND_IN = 'stoa="component"';

const FORMS = Object.keys(PLACEHOLDERS)
  .map((name) => `{$${name}}`)
  .join(', ');

/** PromQL that selects series of the queried component only. */
const templateSchema = z
  .string()
  .min(1)
  .max(4096)
  .superRefine((text, context) => {
    const problem = problemOf(text);
    if (problem !== undefined) {
      context.addIssue(problem);
    }
  });

function problemOf(template: string): string | undefined {
  const text = fill(template, () => STAND_IN) ?? '';
  const tree = parser.parse(text);
  const open: string[] = [];
  let selectors = 0;
  let broken: number | undefined;
  tree.iterate({
    enter: ({ type, from, to, node }) => {
      if (type.isError) {
        broken ??= from;
      }
      if (type.name === 'VectorSelector') {
        selectors += 1;
        open.push(...(isBound(node, text) ? [] : [text.slice(from, to)]));
      }
    },
  });
  if (broken !== undefined) {
    return `must be PromQL with a placeholder in each selector, one of ${FORMS}; it cannot be read at "${text.slice(broken, broken + 20)}"`;
  }
  if (selectors === 0 || open.length > 0) {
    return `must have a placeholder in each selector, one of ${FORMS}${open.map((each) => `; ${each} has none`).join('')}`;
  }
  return RANGES.includes(tree.topNode.firstChild?.name ?? '')
    ? 'must have one value at a time, and a range such as [5m] has many: take its rate, increase or average'
    : undefined;
}

const RANGES = ['MatrixSelector', 'SubqueryExpr'];

type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];

/** Whether one of a selector's own matchers is a placeholder; one inside a string is not. */
function isBound(selector: SyntaxNode, text: string): boolean {
  const matchers = selector.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
  return matchers.some(({ from, to }) => text.slice(from, to) === STAND_IN);
}

/** A configured item. */
const itemSchema = z.strictObject({
  /** `monitor_item` in responses. */
  name: z.string().regex(/^[a-z][a-z0-9_]{0,31}$/, 'must be a-z, 0-9 and _, at most 32, a letter first'),
  /** PromQL with a placeholder in each selector. */
  query: templateSchema,
});

const fieldsSchema = z.strictObject({
  ...sourceSettings,
  /** Label matchers of the gateway's targets in Prometheus; by default the namespaces in which engines usually run. */
  engineSelector: engineSelectorSchema.optional(),
  /** Seconds for which a result answers equal queries; by default 2. */
  cacheSeconds: z.number().min(0).max(60).optional(),
  /** Seconds between two scrapes, from which the windows of the built-in items follow; by default 15. */
  scrapeSeconds: z.number().min(1).max(300).optional(),
  /** Whether values of the built-in items are rounded up to whole numbers; by default they are. */
  roundUp: z.boolean().optional(),
  /** Whether items without values are in responses; by default they are not. */
  emptyItems: z.enum(['listed', 'omitted']).optional(),
  /** Source of the built-in items; by default the first one with namespaces that has data. */
  source: z.enum(SOURCES).optional(),
  items: z
    .array(itemSchema)
    .max(20)
    .refine(
      (items) =>
        new Set([...BUILT_IN, ...items].map(({ name }) => name)).size === BUILT_IN.length + items.length,
      `must have names of their own, none of them ${BUILT_IN.map(({ name }) => name).join(', ')}`,
    )
    .default([]),
});

/** `monitoring` of the configuration. */
export const monitoringSchema = fieldsSchema.superRefine((settings, context) => {
  for (const { path, message } of sourceProblems(settings)) {
    context.addIssue({ code: 'custom', path: [...path], message });
  }
});

export type Monitoring = Readonly<z.output<typeof monitoringSchema>>;
