import type { Item } from './catalogue.ts';
import { fill, type Matchers } from './placeholder.ts';

/** Label of an answer's series: the place of their component among those that were asked for. */
export const COMPONENT_LABEL = 'stoa_component';

/**
 * The one query that asks for an item of all components, each of whose series says whose it is. Undefined where
 * no component has anything to ask for.
 */
export function queryOf(
  item: Item,
  components: readonly { readonly matchers: Matchers }[],
): string | undefined {
  const parts = components.flatMap(({ matchers }, index) => {
    const expression = expressionOf(item, matchers);
    // The label that is read has no name and so is empty, which the empty pattern matches.
    return expression === undefined
      ? []
      : [`label_replace(${expression}, "${COMPONENT_LABEL}", "${index}", "", "")`];
  });
  return parts.length === 0 ? undefined : parts.join(' or ');
}

/** The first template with data counts. The line ends before the bracket: a template may end with a comment. */
function expressionOf({ templates }: Item, matchers: Matchers): string | undefined {
  const filled = templates.map((template) => fill(template, (placeholder) => matchers[placeholder]));
  const askable = filled.filter((expression) => expression !== undefined);
  return askable.length === 0 ? undefined : askable.map((expression) => `(${expression}\n)`).join(' or ');
}

/** A matcher for a label with one of the values; undefined where there are none. */
export function oneOf(label: string, values: readonly string[]): string | undefined {
  return values.length === 0 ? undefined : matching(label, values.map(literal).join('|'));
}

/** A matcher for a label by a regular expression (RE2), which is for the whole of the value. */
export function matching(label: string, pattern: string): string {
  return `${label}=~${quoted(pattern)}`;
}

/** A matcher for a label with exactly this value. */
export function equal(label: string, value: string): string {
  return `${label}=${quoted(value)}`;
}

/** A text as a regular expression that matches it alone. */
export function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** A string of PromQL, whose escapes are Go's: those of JSON are among them, but for halves of a surrogate pair. */
function quoted(text: string): string {
  return JSON.stringify(text.toWellFormed());
}
