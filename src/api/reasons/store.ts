import type { InstallReasonInfo } from './info.ts';

/** Reasons of the condition TemplateResolved where the store does not return an application model. */
export const STORE_REASONS = {
  StoreNotAllowed: {
    conditions: ['TemplateResolved'],
    means: 'The configuration does not allow the address of the store, or it is no valid URL.',
    todo: 'Correct `market.url`, or list the address under `market.stores` in the configuration.',
    problem: true,
    post: 'storeRefused',
  },
  AccessKeyInvalid: {
    conditions: ['TemplateResolved'],
    means: 'The access key contains characters that no HTTP header may have, often a trailing line break.',
    todo: 'Correct the Secret.',
    problem: true,
    post: 'storeRefused',
  },
  AccessKeyEchoed: {
    conditions: ['TemplateResolved'],
    means: 'The model contains the access key that Stoa sent for it. Stoa has stored nothing of it.',
    todo: 'Replace the key by a random one, and report the model to the store.',
    problem: true,
    post: 'storeRefused',
  },
  StoreUnauthorized: {
    conditions: ['TemplateResolved'],
    means: 'The store requires an access key, or does not accept the key that was sent (401).',
    todo: 'Correct `accessKeySecretRef` or its Secret.',
    problem: true,
    post: 'storeUnauthorized',
  },
  StoreForbidden: {
    conditions: ['TemplateResolved'],
    means: 'The access key does not permit this request (403).',
    todo: 'Have the key permitted in the store, or use another key.',
    problem: true,
    post: 'storeForbidden',
  },
  ModelNotFound: {
    conditions: ['TemplateResolved'],
    means:
      'The store does not have the model for this tenant (404), or the repository does not have the chart.',
    todo: 'Correct `appModelId`, or the `market.domain` of a model.',
    problem: true,
    post: 'modelNotFound',
  },
  ModelVersionNotFound: {
    conditions: ['TemplateResolved'],
    means:
      'The store does not have this version of the model (404), or the repository or registry has no version of the chart that fits.',
    todo: 'Correct `appModelVersion`.',
    problem: true,
    post: 'modelVersionNotFound',
  },
  StoreRedirected: {
    conditions: ['TemplateResolved'],
    means:
      'The store redirects to another address, which Stoa does not follow for models; a repository or registry of charts redirects too often or astray.',
    todo: 'Set `market.url` to that address.',
    problem: true,
    post: 'storeRefused',
  },
  StoreFailed: {
    conditions: ['TemplateResolved'],
    means: 'The store answers with a status that can be temporary, such as 503. Stoa retries.',
    todo: 'Wait. If it persists, check the store.',
    problem: true,
    post: 'storeRefused',
  },
  StoreRejected: {
    conditions: ['TemplateResolved'],
    means: 'The store answers with another 4xx status.',
    todo: 'Check the store. The message has the status.',
    problem: true,
    post: 'storeRefused',
  },
  StoreAnswerInvalid: {
    conditions: ['TemplateResolved'],
    means:
      'The answer is not JSON or lacks members, an `index.yaml` cannot be read, an artifact is no chart, or an archive has another digest.',
    todo: 'Check that `market.url` is the address of what `market.type` says, or have the store corrected.',
    problem: true,
    post: 'storeRefused',
  },
  StoreAnswerTooLarge: {
    conditions: ['TemplateResolved'],
    means:
      'The answer exceeds 5 MiB (10 MiB for a chart, 32 MiB for an `index.yaml`) or 100 times its compressed size, or there are too many tags for a range.',
    todo: 'Have the model or the chart made smaller; name an exact version where there are too many tags.',
    problem: true,
    post: 'storeRefused',
  },
  StoreUnreachable: {
    conditions: ['TemplateResolved'],
    means: 'The connection to the store failed. Stoa retries.',
    todo: 'Wait. If it persists, check the DNS name, the network and the certificate of the store.',
    problem: true,
    post: 'storeUnreachable',
  },
  StoreTooSlow: {
    conditions: ['TemplateResolved'],
    means: 'The store did not complete its answer within 10 s, or 60 s for a chart. Stoa retries.',
    todo: 'Wait. If it persists, check the store.',
    problem: true,
    post: 'storeTooSlow',
  },
  SignatureInvalid: {
    conditions: ['TemplateResolved'],
    means:
      'The configuration wants what this registry has to be signed, and no signature of the version is accepted. Stoa has read nothing of it but its digest.',
    todo: 'Use a version that the publisher has signed, or have `verify` of the entry in `market.stores` corrected; the message says what is wrong.',
    problem: true,
    post: 'storeRefused',
  },
  VersionReplayed: {
    conditions: ['TemplateResolved'],
    means:
      'What the registry answers is signed, but it has other bytes than the install got before under this version, or a range leads to an older version than the one in place. Stoa has made nothing of it.',
    todo: 'Ask the publisher what has happened. To go back to an older version, name it in `appModelVersion`; to get other bytes, use another version.',
    problem: true,
    post: 'storeRefused',
  },
} as const satisfies Readonly<Record<string, InstallReasonInfo>>;
