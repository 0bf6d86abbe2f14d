import express, { type Request, type RequestHandler, type Response } from 'express';
import { Problem } from '../problem/problem.ts';
import { FORM_TYPE, valueOfForm } from './form.ts';

/** Maximum size of a request body, in bytes. */
const MAX_BODY_BYTES = 64 * 1024;

/** Charset parameters of a Content-Type. */
const CHARSET = /charset\s*=\s*"?([^\s;"]*)/gi;

/** Refusal of a body that is no JSON and no form in UTF-8, not compressed: a small one could become large. */
export const plainBodyOnly: RequestHandler = (request, _response, next) => {
  const { 'content-type': type = 'none', 'content-encoding': encoding = 'identity' } = request.headers;
  if (hasBody(request)) {
    if (request.is(['application/json', FORM_TYPE]) === false) {
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
  }
  next();
};

/** Early limit of the announced body size: the parser would read the body to its end first. */
const limitBodySize: RequestHandler = ({ headers }, _response, next) => {
  if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES) {
    throw new Problem('tooLarge', 'send at most 64 KiB');
  }
  next();
};

/** Replacement of the text of a form by the value that it stands for. */
const readForm: RequestHandler = (request, _response, next) => {
  if (request.is(FORM_TYPE) && typeof request.body === 'string') {
    request.body = valueOfForm(request.body);
  }
  next();
};

/** Readers of a body, for requests whose caller and scope are known. */
export const readBody: RequestHandler[] = [
  plainBodyOnly,
  limitBodySize,
  express.json({ limit: MAX_BODY_BYTES, inflate: false }),
  express.text({ type: FORM_TYPE, limit: MAX_BODY_BYTES, inflate: false }),
  readForm,
];

/** Reads the body of a request into `request.body`; throws what the readers throw. */
export async function receiveBody(request: Request, response: Response): Promise<void> {
  for (const read of readBody) {
    await new Promise<void>((resolve, reject) => {
      read(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
    });
  }
}

/** Whether a request has a body. Some clients announce one of 0 bytes where they send none. */
function hasBody({ headers }: Request): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers;
  return coding !== undefined || length !== '0';
}

function charsetsOf(type: string): string[] {
  return [...type.matchAll(CHARSET)].map(([, charset = '']) => charset.toLowerCase());
}
