import { expect, it } from 'vitest';
import { meaningOf, type Refusal, describe as sentence } from '../../../src/store/refusal.ts';

const CASES: readonly [Refusal, string, boolean, number, number, string][] = [
  [{ type: 'not-a-url' }, 'StoreNotAllowed', false, 400, 400, 'must be a URL'],
  [
    { type: 'not-allowed', host: '10.0.0.1:80', wayOut: 'configuration' },
    'StoreNotAllowed',
    false,
    400,
    400,
    'list it in market.stores',
  ],
  [
    { type: 'not-allowed', host: 'hub.example.com', wayOut: 'https' },
    'StoreNotAllowed',
    false,
    400,
    400,
    'hub.example.com is not allowed over plain http: use https',
  ],
  [{ type: 'key-unusable' }, 'AccessKeyInvalid', false, 400, 400, 'line break'],
  [{ type: 'unauthorized', keySent: false }, 'StoreUnauthorized', false, 401, 10421, 'wants an access key'],
  [{ type: 'unauthorized', keySent: true }, 'StoreUnauthorized', false, 401, 10421, 'does not know'],
  [{ type: 'forbidden' }, 'StoreForbidden', false, 403, 10407, '403'],
  [{ type: 'app-not-found' }, 'ModelNotFound', false, 404, 404, 'no such application model'],
  [{ type: 'version-not-found' }, 'ModelVersionNotFound', false, 404, 404, 'no such version'],
  [{ type: 'redirected' }, 'StoreRedirected', false, 400, 400, 'redirects are not followed'],
  [{ type: 'failed', status: 503 }, 'StoreFailed', true, 400, 400, 'answers 503'],
  [{ type: 'failed', status: 429 }, 'StoreFailed', true, 429, 429, 'answers 429'],
  [{ type: 'rejected', status: 422 }, 'StoreRejected', false, 422, 422, 'answers 422'],
  [{ type: 'not-json' }, 'StoreAnswerInvalid', false, 400, 400, 'not JSON'],
  [{ type: 'malformed', problems: 'x is required' }, 'StoreAnswerInvalid', false, 400, 400, 'x is required'],
  [{ type: 'too-large' }, 'StoreAnswerTooLarge', false, 400, 400, '5 MiB'],
  [{ type: 'bomb' }, 'StoreAnswerTooLarge', false, 400, 400, '100 times'],
  [{ type: 'unreachable', code: 'ECONNREFUSED' }, 'StoreUnreachable', true, 502, 502, 'ECONNREFUSED'],
  [{ type: 'too-slow' }, 'StoreTooSlow', true, 504, 504, '10 s'],
];

it.each(CASES)('%j', (refusal, reason, retry, status, code, said) => {
  expect(meaningOf(refusal)).toEqual({ reason, retry, answer: { status, code } });
  expect(sentence(refusal)).toContain(said);
});
