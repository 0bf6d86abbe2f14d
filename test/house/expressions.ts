import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { check } from 'recheck';

/** Regular expression literal in a source. */
export interface Expression {
  readonly pattern: string;
  readonly flags: string;
}

/** Regular expressions of a source: its literals, and the calls that make one of a text at run time. */
export interface Expressions {
  readonly literals: readonly Expression[];
  readonly made: readonly string[];
}

/** Methods of strings that make an expression of a text. */
const MAKERS = ['match', 'matchAll', 'search'];

/** Limits of the proof; no expression of `src` needs more. */
const PROOF = { checker: 'automaton', timeout: 600_000, maxRepeatCount: 300, maxNFASize: 100_000 } as const;

/** Regular expressions in the TypeScript files below a folder, by file. */
export function expressionsBelow(root: string, folder: string): ReadonlyMap<string, Expressions> {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts')).map((file) => join(folder, file));
  return new Map(sources.map((file) => [file, expressionsOf(readFileSync(join(root, file), 'utf8'))]));
}

/** Regular expressions in a source. */
export function expressionsOf(source: string): Expressions {
  const literals: Expression[] = [];
  const made: string[] = [];
  const at = ({ start, end }: { start: number; end: number }) => source.slice(start, end);
  new Visitor({
    Literal(node) {
      if ('regex' in node) {
        literals.push(node.regex);
      }
    },
    NewExpression: (node) => made.push(...(at(node.callee) === 'RegExp' ? [at(node)] : [])),
    CallExpression: (node) => made.push(...(isMaker(node, at) ? [at(node)] : [])),
  }).visit(parseSync('source.ts', source).program);
  return { literals, made };
}

/** Call of RegExp, or of a method of strings with a text instead of an expression. */
function isMaker(
  node: Parameters<NonNullable<ConstructorParameters<typeof Visitor>[0]['CallExpression']>>[0],
  at: (node: { start: number; end: number }) => string,
): boolean {
  const {
    callee,
    arguments: [first],
  } = node;
  if (callee.type !== 'MemberExpression') {
    return at(callee) === 'RegExp';
  }
  const text =
    first?.type === 'TemplateLiteral' || (first?.type === 'Literal' && typeof first.value === 'string');
  return text && MAKERS.includes(at(callee.property));
}

/**
 * Reason for which an expression is not proven to take time in proportion to the text, by any engine that backtracks;
 * undefined if it is proven.
 */
export async function unproven({ pattern, flags }: Expression): Promise<string | undefined> {
  const found = await check(pattern, flags, PROOF);
  switch (found.status) {
    case 'safe':
      return undefined;
    case 'vulnerable':
      return found.complexity.summary;
    case 'unknown':
      return found.error.kind;
  }
}
