import { z } from 'zod';
import { namedObject } from './schema.ts';

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
