import { gzipSync } from 'node:zlib';
import type { Response } from 'express';
import { z } from 'zod';

/** Fault of the stand-in, which applies to all requests until another is set. */
export const faultSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('none') }),
  z.object({ type: z.literal('status'), status: z.int().min(400).max(599) }),
  /** Half a JSON document, as if it were whole. */
  z.object({ type: z.literal('not-json') }),
  /** JSON without any of the fields. */
  z.object({ type: z.literal('empty') }),
  /** Connection that ends in the middle of the answer. */
  z.object({ type: z.literal('truncated') }),
  /** Answer that begins and does not end. */
  z.object({ type: z.literal('slow') }),
  z.object({ type: z.literal('too-large') }),
  /** Answer that decompresses to many times its size. */
  z.object({ type: z.literal('bomb') }),
  z.object({ type: z.literal('redirect'), location: z.string() }),
  /** Template of a version that differs from the second fetch on. */
  z.object({ type: z.literal('changed') }),
]);

export type Fault = z.infer<typeof faultSchema>;

const MEBIBYTE = 2 ** 20;

/** Answers according to the fault; false where the store is to answer. */
export function answerFault(fault: Fault, response: Response): boolean {
  switch (fault.type) {
    case 'none':
    case 'changed':
      return false;
    case 'status':
      // Careless servers repeat credentials in their errors.
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
