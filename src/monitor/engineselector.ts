import { parser } from '@prometheus-io/lezer-promql';
import { z } from 'zod';
import { literal, matching } from '../base/promql.ts';
import { perEngine } from '../engines/index.ts';
import type { EngineSelectors } from './items.ts';

/**
 * Selectors of the gateway's targets. By default it is their namespace that counts: Prometheus takes it from the pod that
 * it scrapes, whereas a team chooses the names of its Services, of which `job` is one.
 */
export function engineSelectorsOf(configured: string | undefined, gatewayNamespace: string): EngineSelectors {
  return perEngine(
    ({ namespaces }) =>
      configured ??
      matching('namespace', [...new Set([gatewayNamespace, ...namespaces])].map(literal).join('|')),
  );
}

/** Setting with label matchers, such as `namespace="traefik"`: read in one form, without comments and white space. */
export const engineSelectorSchema = z
  .string()
  .max(1024)
  .transform((text, context) => {
    const matchers = matchersIn(text);
    if (matchers?.some(selects)) {
      return matchers.map(({ label, operator, value }) => `${label}${operator}${value}`).join(',');
    }
    context.addIssue(
      matchers === undefined
        ? 'must be label matchers of PromQL with double quotes and without $, such as namespace="traefik"'
        : 'must have a matcher that selects the targets of the gateway, such as namespace="traefik"',
    );
    return z.NEVER;
  });

/** A label matcher as it is written. */
interface Matcher {
  readonly label: string;
  readonly operator: string;
  /** String literal. */
  readonly value: string;
}

type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];

/** String literal that everybody reads alike, and no placeholder. */
const PLAIN = /^"([^"$\\\p{Cc}]|\\["\\nrt])*"$/u;

/** Matchers of a text that has nothing else; undefined for any other text. */
function matchersIn(text: string): readonly Matcher[] | undefined {
  const query = `up{${text}}`;
  const selector = parser.parse(query).topNode.firstChild;
  const list = selector?.name === 'VectorSelector' ? selector.getChild('LabelMatchers') : null;
  if (list === null || list.to !== query.length) {
    return undefined;
  }
  const parts = childrenOf(list).filter(({ name }) => name !== 'LineComment');
  const matchers = parts.flatMap((part) => matcherIn(part, query) ?? []);
  return matchers.length === parts.length ? matchers : undefined;
}

function matcherIn(node: SyntaxNode, query: string): Matcher | undefined {
  const [label, operator, value, ...rest] = childrenOf(node).map(({ from, to }) => query.slice(from, to));
  return node.name === 'UnquotedLabelMatcher' &&
    label !== undefined &&
    label !== '__name__' &&
    operator !== undefined &&
    value !== undefined &&
    PLAIN.test(value) &&
    rest.length === 0
    ? { label, operator, value }
    : undefined;
}

function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    children.push(child);
  }
  return children;
}

/** Whether a matcher selects some series, rather than only leaving some out. */
function selects({ operator, value }: Matcher): boolean {
  return (operator === '=' || operator === '=~') && value !== '""';
}
