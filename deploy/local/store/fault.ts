import { gzipSync } from 'node:zlib';
import type { Response } from 'express';
import { z } from 'zod';

/** Every way in which the stand-in can be told to fail, for all requests from then on. */
export const faultSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('none') }),
  z.object({ type: z.literal('status'), status: z.int().min(400).max(599) }),
  /** Half of a JSON document, sent as if it were whole. */
  z.object({ type: z.literal('not-json') }),
  /** JSON that has nothing of what was asked for. */
  z.object({ type: z.literal('empty') }),
  /** The connection ends in the middle of the answer. */
  z.object({ type: z.literal('truncated') }),
  /** The answer begins and does not end. */
  z.object({ type: z.literal('slow') }),
  z.object({ type: z.literal('too-large') }),
  /** Much out of little by compression. */
  z.object({ type: z.literal('bomb') }),
  z.object({ type: z.literal('redirect'), location: z.string() }),
  /** The template of a version is another from the second fetch on. */
  z.object({ type: z.literal('changed') }),
]);

export type Fault = z.infer<typeof faultSchema>;

const MEBIBYTE = 2 ** 20;

/** Answers as the fault says; false where it leaves the answer to the store. */
export function answerFault(fault: Fault, response: Response): boolean {
  switch (fault.type) {
    case 'none':
    case 'changed':
      return false;
    case 'status':
      // What came in, as careless servers repeat it in their errors.
      response.status(fault.status).json({ code: fault.status, msg: response.req.get('authorization') });
      return true;
    case 'not-json':
      response.type('json').send('{"name": "half of');
      return true;
    case 'empty':
      response.json({});
      return true;
    case 'truncated':
      response.set('content-length', '1000').write('{"name": ');
      response.socket?.end();
      return true;
    case 'slow':
      response.type('json').write('{"name": ');
      return true;
    case 'too-large':
      response.json({ name: Buffer.alloc(6 * MEBIBYTE, 'large').toString() });
      return true;
    case 'bomb':
      response.set('content-encoding', 'gzip').send(gzipSync(Buffer.alloc(50 * MEBIBYTE, ' ')));
      return true;
    case 'redirect':
      response.redirect(fault.location);
      return true;
  }
}
