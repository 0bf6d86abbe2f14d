import { expect, it } from 'vitest';
import { meaningOf, type StoreRefusal, describe as sentence } from '../../../src/store/refusal.ts';

const CASES: readonly [StoreRefusal, string, boolean, string][] = [
  [{ type: 'not-a-url' }, 'StoreNotAllowed', false, 'must be a URL'],
  [
    { type: 'not-allowed', host: '10.0.0.1:80', wayOut: 'configuration' },
    'StoreNotAllowed',
    false,
    'list it in market.stores',
  ],
  [
    { type: 'not-allowed', host: 'hub.example.com', wayOut: 'https' },
    'StoreNotAllowed',
    false,
    'hub.example.com is not allowed over plain http: use https',
  ],
  [{ type: 'key-unusable' }, 'AccessKeyInvalid', false, 'line break'],
  [{ type: 'unauthorized', keySent: false }, 'StoreUnauthorized', false, 'wants an access key'],
  [{ type: 'unauthorized', keySent: true }, 'StoreUnauthorized', false, 'does not know'],
  [{ type: 'forbidden' }, 'StoreForbidden', false, '403'],
  [{ type: 'app-not-found' }, 'ModelNotFound', false, 'no such application model'],
  [{ type: 'version-not-found' }, 'ModelVersionNotFound', false, 'no such version'],
  [{ type: 'redirected' }, 'StoreRedirected', false, 'redirects are not followed'],
  [{ type: 'failed', status: 503 }, 'StoreFailed', true, 'answers 503'],
  [{ type: 'failed', status: 429 }, 'StoreFailed', true, 'answers 429'],
  [{ type: 'rejected', status: 422 }, 'StoreRejected', false, 'answers 422'],
  [{ type: 'not-json' }, 'StoreAnswerInvalid', false, 'not JSON'],
  [{ type: 'malformed', problems: 'x is required' }, 'StoreAnswerInvalid', false, 'x is required'],
  [{ type: 'too-large' }, 'StoreAnswerTooLarge', false, '5 MiB'],
  [{ type: 'bomb' }, 'StoreAnswerTooLarge', false, '100 times'],
  [{ type: 'unreachable', code: 'ECONNREFUSED' }, 'StoreUnreachable', true, 'ECONNREFUSED'],
  [{ type: 'too-slow' }, 'StoreTooSlow', true, '10 s'],
];

it.each(CASES)('%j', (refusal, reason, retry, said) => {
  const status = 'status' in refusal ? { storeStatus: refusal.status } : {};
  expect(meaningOf(refusal)).toEqual({ reason, retry, ...status });
  expect(sentence(refusal)).toContain(said);
});
