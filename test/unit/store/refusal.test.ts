import { expect, it } from 'vitest';
import { meaningOf, type StoreRefusal } from '../../../src/store/refusal.ts';

const CASES: readonly [StoreRefusal, string, boolean][] = [
  [{ type: 'not-a-url' }, 'StoreNotAllowed', false],
  [{ type: 'not-allowed', host: '10.0.0.1:80', wayOut: 'configuration' }, 'StoreNotAllowed', false],
  [{ type: 'not-allowed', host: 'hub.example.com', wayOut: 'https' }, 'StoreNotAllowed', false],
  [{ type: 'key-unusable' }, 'AccessKeyInvalid', false],
  [{ type: 'key-echoed' }, 'AccessKeyEchoed', false],
  [{ type: 'unauthorized', keySent: false }, 'StoreUnauthorized', false],
  [{ type: 'unauthorized', keySent: true }, 'StoreUnauthorized', false],
  [{ type: 'forbidden' }, 'StoreForbidden', false],
  [{ type: 'app-not-found' }, 'ModelNotFound', false],
  [{ type: 'version-not-found' }, 'ModelVersionNotFound', false],
  [{ type: 'redirected' }, 'StoreRedirected', false],
  [{ type: 'failed', status: 503 }, 'StoreFailed', true],
  [{ type: 'failed', status: 429 }, 'StoreFailed', true],
  [{ type: 'rejected', status: 422 }, 'StoreRejected', false],
  [{ type: 'not-json' }, 'StoreAnswerInvalid', false],
  [{ type: 'malformed', problems: 'x is required' }, 'StoreAnswerInvalid', false],
  [{ type: 'too-large', mebibytes: 5 }, 'StoreAnswerTooLarge', false],
  [{ type: 'bomb' }, 'StoreAnswerTooLarge', false],
  [{ type: 'unreachable', code: 'ECONNREFUSED' }, 'StoreUnreachable', true],
  [{ type: 'too-slow', seconds: 10 }, 'StoreTooSlow', true],
  [{ type: 'realm-not-named', realm: 'https://auth.example.com' }, 'AccessKeyNotBound', false],
  [{ type: 'key-at-risk', host: 'auth.example.com' }, 'StoreNotAllowed', false],
  [{ type: 'redirected-astray' }, 'StoreRedirected', false],
  [{ type: 'index-not-found' }, 'StoreAnswerInvalid', false],
  [{ type: 'index-invalid', problem: 'it has no entries' }, 'StoreAnswerInvalid', false],
  [{ type: 'index-unread' }, 'StoreFailed', true],
  [{ type: 'chart-not-found' }, 'ModelNotFound', false],
  [{ type: 'chart-version-not-found', versions: [] }, 'ModelVersionNotFound', false],
  [{ type: 'version-range-invalid' }, 'ModelVersionNotFound', false],
  [{ type: 'too-many-tags', most: 20_000 }, 'StoreAnswerTooLarge', false],
  [{ type: 'archive-not-found' }, 'ModelVersionNotFound', false],
  [{ type: 'archive-without-url' }, 'StoreAnswerInvalid', false],
  [{ type: 'not-a-chart-manifest' }, 'StoreAnswerInvalid', false],
  [{ type: 'digest-mismatch' }, 'StoreAnswerInvalid', false],
  [{ type: 'unsigned' }, 'SignatureInvalid', true],
  [{ type: 'signature-untrusted', signatures: 1, fault: { type: 'other-key' } }, 'SignatureInvalid', false],
];

it.each(CASES)('%j has a reason of its own, and may pass or not', (refusal, reason, retry) => {
  const status = 'status' in refusal ? { storeStatus: refusal.status } : {};
  expect(meaningOf(refusal)).toEqual({ reason, retry, ...status });
});
