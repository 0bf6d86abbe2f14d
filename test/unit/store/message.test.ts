import { expect, it } from 'vitest';
import { messageOf } from '../../../src/store/message.ts';
import type { StoreRefusal } from '../../../src/store/refusal.ts';

const CASES: readonly [StoreRefusal, string][] = [
  [{ type: 'not-a-url' }, 'must be a URL'],
  [{ type: 'not-allowed', host: '10.0.0.1:80', wayOut: 'configuration' }, 'list it in market.stores'],
  [
    { type: 'not-allowed', host: 'hub.example.com', wayOut: 'https' },
    'hub.example.com is not allowed over plain http: use https',
  ],
  [{ type: 'key-unusable' }, 'line break'],
  [{ type: 'key-echoed' }, 'replace the key'],
  [{ type: 'unauthorized', keySent: false }, 'wants an access key'],
  [{ type: 'unauthorized', keySent: true }, 'does not know'],
  [{ type: 'forbidden' }, '403'],
  [{ type: 'app-not-found' }, 'no such application model'],
  [{ type: 'version-not-found' }, 'no such version'],
  [{ type: 'redirected' }, 'redirects are not followed'],
  [{ type: 'failed', status: 503 }, 'answers 503'],
  [{ type: 'failed', status: 429 }, 'answers 429'],
  [{ type: 'rejected', status: 422 }, 'answers 422'],
  [{ type: 'not-json' }, 'not JSON'],
  [{ type: 'malformed', problems: 'x is required' }, 'x is required'],
  [{ type: 'too-large', mebibytes: 5 }, '5 MiB'],
  [{ type: 'bomb' }, '100 times'],
  [{ type: 'unreachable', code: 'ENOTFOUND' }, 'no server has the name'],
  [{ type: 'unreachable', code: 'ECONNREFUSED' }, 'have the store started'],
  [{ type: 'unreachable', code: 'ETIMEDOUT' }, 'no way leads to'],
  [{ type: 'unreachable', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'is not trusted'],
  [{ type: 'unreachable', code: 'UND_ERR_SOCKET' }, 'does not answer (UND_ERR_SOCKET)'],
  [{ type: 'too-slow', seconds: 10 }, '10 s'],
  [
    { type: 'realm-not-named', realm: 'https://auth.example.com' },
    'kubectl annotate secret NAME stoa.dev/access-key-realms=https://auth.example.com',
  ],
  [{ type: 'key-at-risk', host: 'auth.example.com' }, 'auth.example.com over plain http'],
  [{ type: 'redirected-astray' }, 'use the address at the end'],
  [{ type: 'index-not-found' }, 'oci:// for a registry'],
  [{ type: 'index-invalid', problem: 'it has no entries' }, 'it has no entries'],
  [{ type: 'index-unread' }, 'the reader of index.yaml failed'],
  [{ type: 'chart-not-found' }, 'no such chart'],
  [{ type: 'chart-version-not-found', versions: ['1.2.0', '1.1.0'] }, 'there are 1.2.0, 1.1.0'],
  [{ type: 'chart-version-not-found', versions: [] }, 'no version'],
  [{ type: 'version-range-invalid' }, '^1.2'],
  [{ type: 'too-many-tags', most: 20_000 }, 'name an exact version'],
  [{ type: 'archive-not-found' }, 'use another version'],
  [{ type: 'archive-without-url' }, 'use another version'],
  [{ type: 'not-a-chart-manifest' }, 'no Helm chart'],
  [{ type: 'digest-mismatch' }, 'publish this version again'],
  [{ type: 'unsigned' }, 'have the publisher sign'],
  ...(
    [
      [{ type: 'other-form' }, 'has another form'],
      [{ type: 'other-digest' }, 'have the publisher sign this version'],
      [{ type: 'other-key' }, 'have the key added'],
      [{ type: 'no-certificate' }, 'a key in place of identities'],
      [
        { type: 'not-proved', problem: 'it is over' },
        'does not hold (it is over): have the publisher sign again',
      ],
      [
        { type: 'other-identity', subject: 'mallory@example.com', issuer: 'https://issuer.example.com' },
        'mallory@example.com of https://issuer.example.com has signed',
      ],
    ] as const
  ).map(([fault, words]): [StoreRefusal, string] => [
    { type: 'signature-untrusted', signatures: 3, fault },
    words,
  ]),
];

it.each(CASES)('%j is told in words that name the remedy', (refusal, words) => {
  expect(messageOf(refusal)).toContain(words);
});
