import express, { type Request, type RequestHandler, type Response } from 'express';
import { Problem } from '../problem/problem.ts';
import { FORM_TYPE, valueOfForm } from './form.ts';

/** Maximum size of a request body, in bytes. */
const MAX_BODY_BYTES = 64 * 1024;

/** Charset parameters of a Content-Type. */
const CHARSET = /charset\s*=\s*"?([^\s;"]*)/gi;

/** Options of the readers; the type of a body is known before one reads it. */
const READER = { type: () => true, limit: MAX_BODY_BYTES, inflate: false } as const;

const readJson: RequestHandler = express.json(READER);
const readText: RequestHandler = express.text(READER);

/**
 * Reads the body of a request, whose caller and scope are known, into `request.body`: the value of JSON or of a form.
 * Throws the Problems `notJson` and `tooLarge`, and what the readers throw.
 */
export async function receiveBody(request: Request, response: Response): Promise<void> {
  if (!hasBody(request)) {
    return;
  }
  const type = plainTypeOf(request);
  // The reader would read the body to its end first.
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) {
    throw new Problem('tooLarge', 'send at most 64 KiB');
  }
  await reading(type === FORM_TYPE ? readText : readJson, request, response);
  if (type === FORM_TYPE && typeof request.body === 'string') {
    request.body = valueOfForm(request.body);
  }
}

function reading(read: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    read(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
  });
}

/**
 * Media type of a body. Throws the Problem `notJson` for one that is no JSON and no form in UTF-8, or is compressed: a
 * small one could become large.
 */
function plainTypeOf(request: Request): string {
  const { 'content-type': type = 'none', 'content-encoding': encoding = 'identity' } = request.headers;
  const known = request.is(['application/json', FORM_TYPE]);
  if (!known) {
    throw new Problem('notJson', `send the header Content-Type: application/json; it is ${type}`);
  }
  if (charsetsOf(type).some((charset) => charset !== 'utf-8')) {
    throw new Problem(
      'notJson',
      `send the body in UTF-8, with Content-Type: application/json; it is ${type}`,
    );
  }
  if (encoding.toLowerCase() !== 'identity') {
    throw new Problem('notJson', `send the body uncompressed, without Content-Encoding; it is ${encoding}`);
  }
  return known;
}

/** Whether a request has a body. Some clients announce one of 0 bytes where they send none. */
function hasBody({ headers }: Request): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers;
  return coding !== undefined || length !== '0';
}

function charsetsOf(type: string): string[] {
  return [...type.matchAll(CHARSET)].map(([, charset = '']) => charset.toLowerCase());
}
