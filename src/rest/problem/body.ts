import { z } from 'zod';
import { namedObject } from '../http/schema.ts';

const fieldProblemSchema = z.object({
  field: z.string().describe('The field of the request, as a path with dots.'),
  message: z.string().describe('What is wrong with it, and the way out.'),
});

/** Body of an error response: RFC 9457 with the members that clients of the contract read. */
export const problemSchema = namedObject('Problem', {
  type: z.string().describe('Which error it is, for programs.'),
  title: z.string().describe('Which error it is, for people.'),
  status: z.int().describe('The HTTP status.'),
  detail: z.string().describe('What is wrong with this request, and the way out.'),
  code: z.int().describe('The number by which clients of the contract tell the error.'),
  msg: z.string().describe('The same as detail.'),
  msg_show: z.string().describe('The same as title.'),
  request_id: z.string().describe('The id of the request, also in the header X-Request-Id and in the log.'),
  errors: z.array(fieldProblemSchema).describe('The fields that are wrong.').optional(),
  err: z
    .record(z.string(), z.unknown())
    .describe('The same, nested as the fields are: a list of messages in the place of each field.')
    .optional(),
});

export type ProblemBody = z.infer<typeof problemSchema>;

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
