import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  parseAllDocuments,
  type Scalar,
  stringify,
  visit,
  type YAMLMap,
} from 'yaml';
import { visibleJson, visibleLines } from '../base/visible.ts';
import { scalarValue } from './yamlscalar.ts';

/** Documents of a text, or the reason why it cannot be read. */
export type ReadYaml =
  | { readonly ok: true; readonly documents: readonly unknown[] }
  | { readonly ok: false; readonly why: string };

/**
 * Documents of a text in YAML, or in JSON, which is a part of it, as kubectl reads them: YAML 1.1 with merge keys, where
 * the last of two equal keys counts and every key is a text in the end. Documents without content are left out.
 */
export function readYaml(text: string): ReadYaml {
  const read = valuesOf(text, Number.POSITIVE_INFINITY);
  return read.ok ? { ok: true, documents: read.documents.filter((value) => value !== null) } : read;
}

/** First document of a text, or the reason why it cannot be read. */
export type FirstYaml =
  | { readonly ok: true; readonly document: unknown }
  | { readonly ok: false; readonly why: string };

/** First document of a text, as above; null where it has no content. What comes after it is not read. */
export function firstYaml(text: string): FirstYaml {
  const read = valuesOf(text, 1);
  return read.ok ? { ok: true, document: read.documents[0] ?? null } : read;
}

/** Values of the first `count` documents. */
function valuesOf(text: string, count: number): ReadYaml {
  try {
    // The schema without types leaves every scalar as it is written: what it means is decided here.
    const documents = [
      parseAllDocuments(text, {
        schema: 'failsafe',
        uniqueKeys: false,
        logLevel: 'silent',
        prettyErrors: false,
      }),
    ]
      .flat()
      .slice(0, count);
    const error = documents.flatMap(({ errors }) => errors)[0];
    if (error !== undefined) {
      // The parser could tell the line too, but would do so for each of ten thousand errors.
      return { ok: false, why: `it is not valid YAML in ${lineOf(text, error.pos[0])}: ${messageOf(error)}` };
    }
    return { ok: true, documents: documents.map((each) => new Conversion(each).valueOf(each.contents)) };
  } catch (error) {
    const where = error instanceof Unreadable ? ` in ${lineOf(text, error.at)}` : '';
    return { ok: false, why: `it cannot be read${where}: ${messageOf(error)}` };
  }
}

/** Object as YAML; as JSON, which is a part of it and has escapes, where a text of it would hide something. */
export function yamlOf(object: object): string {
  const yaml = stringify(object);
  return visibleLines(yaml) === yaml ? yaml : `${visibleJson(JSON.stringify(object, null, 2))}\n`;
}

function lineOf(text: string, offset: number): string {
  return `line ${text.slice(0, offset).split('\n').length}`;
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (message.split('\n')[0] ?? '').slice(0, 200);
}

/** Part of a document that no object of Kubernetes can have. */
class Unreadable extends Error {
  readonly at: number;

  constructor(node: unknown, message: string) {
    super(message);
    this.at = isNode(node) ? (node.range?.[0] ?? 0) : 0;
  }
}

/** Most values that the aliases of a document repeat: a few lines could otherwise fill the memory. */
const MAX_REPEATED = 10_000;

/** Conversion of the nodes of a document to the values that they stand for. */
class Conversion {
  readonly #targets: ReadonlyMap<Alias, Node>;
  /** Aliases that are being read, from the outside in. */
  readonly #open = new Set<Alias>();
  #repeated = 0;

  constructor(document: Document) {
    this.#targets = targetsOf(document);
  }

  valueOf(node: unknown): unknown {
    if (this.#open.size > 0 && ++this.#repeated > MAX_REPEATED) {
      throw new Unreadable(node, `its aliases repeat more than ${MAX_REPEATED} values`);
    }
    if (isAlias(node)) {
      return this.#inside(node, (target) => this.valueOf(target));
    }
    if (isMap(node)) {
      return Object.fromEntries(this.#entriesOf(node));
    }
    return isSeq(node) ? node.items.map((item) => this.valueOf(item)) : scalarOf(node);
  }

  /** Entries of a map. Those that it merges count where they stand: only what comes after replaces them. */
  #entriesOf({ items }: YAMLMap): ReadonlyMap<string, unknown> {
    const entries = new Map<string, unknown>();
    for (const { key, value } of items) {
      const added = isMergeKey(key)
        ? this.#mergedBy(value)
        : [[this.#keyOf(key), this.valueOf(value)] as const];
      for (const [name, field] of added) {
        entries.set(name, field);
      }
    }
    return entries;
  }

  /** Entries that a merge key adds: of the maps of a list, the first one counts most. */
  #mergedBy(node: unknown): Iterable<readonly [string, unknown]> {
    return isSeq(node)
      ? node.items.toReversed().flatMap((item) => [...this.#fieldsOf(item)])
      : this.#fieldsOf(node);
  }

  #fieldsOf(node: unknown): Iterable<readonly [string, unknown]> {
    if (isAlias(node)) {
      return this.#inside(node, (target) => this.#fieldsOf(target));
    }
    if (!isMap(node)) {
      throw new Unreadable(node, 'a merge key takes a map, or a list of maps');
    }
    return this.#entriesOf(node);
  }

  #keyOf(node: unknown): string {
    const key = this.valueOf(node);
    if (typeof key === 'object') {
      throw new Unreadable(node, 'a key is no text');
    }
    return String(key);
  }

  /** Result of reading the node that an alias stands for. */
  #inside<T>(alias: Alias, read: (target: Node) => T): T {
    const target = this.#targets.get(alias);
    if (target === undefined || this.#open.has(alias)) {
      throw new Unreadable(alias, `the anchor ${alias.source} is missing before it, or contains it`);
    }
    this.#open.add(alias);
    const value = read(target);
    this.#open.delete(alias);
    return value;
  }
}

/** Nodes that the aliases of a document stand for: the last one with the anchor before the alias. */
function targetsOf(document: Document): ReadonlyMap<Alias, Node> {
  const anchored = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  visit(document, {
    Node: (_, node) => {
      if (isAlias(node)) {
        const target = anchored.get(node.source);
        if (target !== undefined) {
          targets.set(node, target);
        }
      } else if (node.anchor !== undefined) {
        anchored.set(node.anchor, node);
      }
    },
  });
  return targets;
}

function isMergeKey(node: unknown): boolean {
  return isScalar(node) && node.source === '<<' && (isPlain(node) || node.tag === 'tag:yaml.org,2002:merge');
}

function isPlain({ type, tag }: Scalar): boolean {
  return type === 'PLAIN' && tag === undefined;
}

function scalarOf(node: unknown): string | number | boolean | null {
  if (!isScalar(node)) {
    return null;
  }
  const read = scalarValue(node.source ?? '', isPlain(node) ? undefined : (node.tag ?? '!'));
  if ('why' in read) {
    throw new Unreadable(node, read.why);
  }
  return read.value;
}
