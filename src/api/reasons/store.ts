import type { InstallReasonInfo } from './info.ts';

/** Reasons of the condition TemplateResolved where the store does not return an application model. */
export const STORE_REASONS = {
  StoreNotAllowed: {
    conditions: ['TemplateResolved'],
    means:
      'The configuration does not allow the address of the store, or the address is not a valid store URL.',
    todo: 'Correct `market.url`, or list the address under `market.stores` in the configuration.',
    event: true,
    post: 'storeRefused',
  },
  AccessKeyInvalid: {
    conditions: ['TemplateResolved'],
    means:
      'The access key contains characters that are not allowed in an HTTP header, often a trailing line break.',
    todo: 'Correct the Secret.',
    event: true,
    post: 'storeRefused',
  },
  AccessKeyEchoed: {
    conditions: ['TemplateResolved'],
    means:
      'The application model contains the access key that Stoa sent for it. Stoa has stored nothing of the model.',
    todo: 'Replace the key in the store and in the Secret by a random one, and report the model to the store.',
    event: true,
    post: 'storeRefused',
  },
  StoreUnauthorized: {
    conditions: ['TemplateResolved'],
    means: 'The store requires an access key, or does not accept the key that was sent (401).',
    todo: 'Correct `accessKeySecretRef` or its Secret.',
    event: true,
    post: 'storeUnauthorized',
  },
  StoreForbidden: {
    conditions: ['TemplateResolved'],
    means: 'The access key does not permit this request (403).',
    todo: 'Have the key permitted in the store, or use another key.',
    event: true,
    post: 'storeForbidden',
  },
  ModelNotFound: {
    conditions: ['TemplateResolved'],
    means: 'The store does not have the application model for this tenant (404).',
    todo: 'Correct `appModelId` or `market.domain`.',
    event: true,
    post: 'modelNotFound',
  },
  ModelVersionNotFound: {
    conditions: ['TemplateResolved'],
    means: 'The store does not have this version of the application model (404).',
    todo: 'Correct `appModelVersion`.',
    event: true,
    post: 'modelVersionNotFound',
  },
  StoreRedirected: {
    conditions: ['TemplateResolved'],
    means: 'The store redirects to another address. Stoa does not follow redirects.',
    todo: 'Set `market.url` to that address.',
    event: true,
    post: 'storeRefused',
  },
  StoreFailed: {
    conditions: ['TemplateResolved'],
    means: 'The store answers with a status that can be temporary, such as 503. Stoa retries the request.',
    todo: 'Wait. If the condition persists, check the store.',
    event: true,
    post: 'storeRefused',
  },
  StoreRejected: {
    conditions: ['TemplateResolved'],
    means: 'The store answers with another 4xx status.',
    todo: 'Check the store. The message has the status.',
    event: true,
    post: 'storeRefused',
  },
  StoreAnswerInvalid: {
    conditions: ['TemplateResolved'],
    means: 'The answer is not JSON, or lacks members that the store API requires.',
    todo: 'Check that `market.url` is the address of a store, or have the store corrected.',
    event: true,
    post: 'storeRefused',
  },
  StoreAnswerTooLarge: {
    conditions: ['TemplateResolved'],
    means: 'The answer exceeds 5 MiB, or exceeds 100 times its compressed size.',
    todo: 'Have the application model made smaller.',
    event: true,
    post: 'storeRefused',
  },
  StoreUnreachable: {
    conditions: ['TemplateResolved'],
    means: 'The connection to the store failed or broke off. Stoa retries the request.',
    todo: 'Wait. If the condition persists, check the DNS name, the network and the certificate of the store.',
    event: true,
    post: 'storeUnreachable',
  },
  StoreTooSlow: {
    conditions: ['TemplateResolved'],
    means: 'The store did not complete its answer within 10 s. Stoa retries the request.',
    todo: 'Wait. If the condition persists, check the store.',
    event: true,
    post: 'storeTooSlow',
  },
  SignatureInvalid: {
    conditions: ['TemplateResolved'],
    means:
      'The configuration wants what this registry has to be signed, and no signature of the version is accepted. Stoa has read nothing of it but its digest.',
    todo: 'Use a version that the publisher has signed, or have `verify` of the entry in `market.stores` corrected; the message says what is wrong.',
    event: true,
    post: 'storeRefused',
  },
} as const satisfies Readonly<Record<string, InstallReasonInfo>>;
