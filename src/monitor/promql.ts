import type { Item } from './items.ts';
import { fill, type Matchers } from './placeholder.ts';

/** Label of a result's series: the index of their component among the queried ones. */
export const COMPONENT_LABEL = 'stoa_component';

/** Value of this label where Prometheus has figures of an engine, but none of the gateway. */
export const UNSELECTED = 'unselected';

/**
 * Query of an item for all components, whose series carry the index of their component as a label. Undefined where no
 * component has series of the item. Pure.
 */
export function queryOf(
  item: Item,
  components: readonly { readonly matchers: Matchers }[],
): string | undefined {
  const parts = components.flatMap(({ matchers }, index) => {
    const expression = expressionOf(item, matchers);
    return expression === undefined ? [] : [labelled(expression, String(index))];
  });
  const { unselected } = item;
  const whole = unselected === undefined ? parts : [...parts, labelled(`(${unselected})`, UNSELECTED)];
  return parts.length === 0 ? undefined : whole.join(' or ');
}

/** Expression whose series have a component label. The source label has no name, so its empty value fits the pattern. */
function labelled(expression: string, component: string): string {
  return `label_replace(${expression}, "${COMPONENT_LABEL}", "${component}", "", "")`;
}

/** Expression of the first template with data. The bracket is on a new line, since a template may end with a comment. */
function expressionOf({ templates }: Item, matchers: Matchers): string | undefined {
  const filled = templates.map((template) => fill(template, (placeholder) => matchers[placeholder]));
  const complete = filled.filter((expression) => expression !== undefined);
  return complete.length === 0 ? undefined : complete.map((expression) => `(${expression}\n)`).join(' or ');
}
