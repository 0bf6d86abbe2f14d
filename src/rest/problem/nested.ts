import type { ProblemBody } from '../http/problem.ts';

/** Messages of a field or of an object, and those of the members of an object. */
interface Node {
  readonly messages: string[];
  readonly members: Map<string, Node>;
}

/** Name of the messages of an object as a whole, as clients of the contract's original know it. */
const WHOLE = 'non_field_errors';

/** Problems of fields, nested as the fields are: a list of messages in the place of each field. */
export function nestedErrors(fields: NonNullable<ProblemBody['errors']>): Record<string, unknown> {
  const root = newNode();
  for (const { field, message } of fields) {
    nodeAt(root, field === 'body' ? [] : field.split('.')).messages.push(message);
  }
  return objectOf(root);
}

function newNode(): Node {
  return { messages: [], members: new Map() };
}

function nodeAt(root: Node, path: readonly string[]): Node {
  let node = root;
  for (const name of path) {
    const next = node.members.get(name) ?? newNode();
    node.members.set(name, next);
    node = next;
  }
  return node;
}

function objectOf({ messages, members }: Node): Record<string, unknown> {
  const nested = [...members].map(([name, node]): [string, unknown] => [
    name,
    node.members.size === 0 ? node.messages : objectOf(node),
  ]);
  return Object.fromEntries(messages.length === 0 ? nested : [[WHOLE, messages], ...nested]);
}
