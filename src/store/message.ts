import { MAX_MEBIBYTES, MAX_RATIO } from './body.ts';
import { TIMEOUT_SECONDS } from './get.ts';
import type { StoreRefusal } from './refusal.ts';

/** Message of a refusal for users, with the remedy where there is one. */
export function messageOf(refusal: StoreRefusal): string {
  switch (refusal.type) {
    case 'not-a-url':
      return 'the address of the store must be a URL such as https://hub.example.com, without user, query and fragment';
    case 'not-allowed':
      return notAllowed(refusal);
    case 'key-unusable':
      return 'the access key has characters that cannot be sent, such as a line break at its end';
    case 'key-echoed':
      return 'the application model contains the access key that was sent to the store: replace the key, and have the store publish the model without it';
    case 'unauthorized':
      return refusal.keySent
        ? 'the store does not know the access key (401)'
        : 'the store wants an access key (401)';
    case 'forbidden':
      return 'the access key does not permit this in the store (403)';
    case 'app-not-found':
      return 'the store has no such application model (404)';
    case 'version-not-found':
      return 'the store has no such version of the application model (404)';
    case 'redirected':
      return 'the store sends to another address, and redirects are not followed: use that address itself';
    case 'failed':
    case 'rejected':
      return `the store answers ${refusal.status}`;
    case 'not-json':
      return 'the answer of the store is not JSON';
    case 'malformed':
      return `the answer of the store is not what its interface promises: ${refusal.problems}`;
    case 'too-large':
      return `the answer of the store is larger than ${MAX_MEBIBYTES} MiB`;
    case 'bomb':
      return `the answer of the store is more than ${MAX_RATIO} times what is sent of it`;
    case 'unreachable':
      return `the store does not answer (${refusal.code})`;
    case 'too-slow':
      return `the store has not answered in full within ${TIMEOUT_SECONDS} s`;
  }
}

function notAllowed({ host, wayOut }: Extract<StoreRefusal, { type: 'not-allowed' }>): string {
  const where = "market.stores of the operator's configuration";
  return wayOut === 'https'
    ? `${host} is not allowed over plain http: use https, or list it in ${where}`
    : `the address of ${host} is not allowed: where a store there is to be used, list it in ${where}`;
}
