import { ANNOTATIONS } from '../api/group.ts';
import { MAX_RATIO } from './body.ts';
import type { ChartSourceRefusal, SignatureRefusal, StoreRefusal } from './refusal.ts';
import type { SignatureFault } from './signature/verdict.ts';

/** Message of a refusal for users, with the remedy where there is one. */
export function messageOf(refusal: StoreRefusal): string {
  switch (refusal.type) {
    case 'not-a-url':
      return 'the address of the store must be a URL such as https://hub.example.com, without user, query and fragment';
    case 'not-allowed':
      return notAllowed(refusal);
    case 'key-unusable':
      return 'the access key has characters that cannot be sent, such as a line break at its end, or is a Docker configuration without user and password for the host of the store';
    case 'key-at-risk':
      return `the registry wants the access key sent to ${refusal.host} over plain http: have it name an https address, or use no key`;
    case 'realm-not-named':
      return `the registry has its tokens given by ${refusal.realm}, which the Secret does not name, so the access key was not sent there; if it may have the key: kubectl annotate secret NAME ${ANNOTATIONS.accessKeyRealms}=${refusal.realm}`;
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
    case 'redirected-astray':
      return 'the store redirects more often than is followed, or to what is no http or https address: use the address at the end itself';
    case 'failed':
    case 'rejected':
      return `the store answers ${refusal.status}`;
    case 'not-json':
      return 'the answer of the store is not JSON';
    case 'malformed':
      return `the answer of the store is not what its interface promises: ${refusal.problems}`;
    case 'too-large':
      return `the answer of the store is larger than ${refusal.mebibytes} MiB`;
    case 'bomb':
      return `the answer of the store is more than ${MAX_RATIO} times what is sent of it`;
    case 'unreachable':
      return unreachableMessageOf(refusal.code);
    case 'too-slow':
      return `the store has not answered in full within ${refusal.seconds} s`;
    case 'unsigned':
    case 'other-model':
    case 'signature-untrusted':
      return signatureMessageOf(refusal);
    default:
      return chartMessageOf(refusal);
  }
}

const NO_WAY =
  'no way leads to the address of the store: correct the address, or have the network let Stoa there';
const UNTRUSTED =
  'the certificate of the store is not trusted: correct the address, or have the store use one of a known authority';

/** Messages for codes of the network that users meet, each with the remedy. */
const UNREACHABLE: Readonly<Record<string, string>> = {
  ENOTFOUND: 'no server has the name in the address of the store: correct the address',
  EAI_AGAIN: 'the name in the address of the store cannot be looked up now: wait, or have the DNS mended',
  ECONNREFUSED: 'nothing listens at the address of the store: correct the address, or have the store started',
  ECONNRESET: 'the store ended the connection before its answer: correct the address, or try again later',
  EHOSTUNREACH: NO_WAY,
  ENETUNREACH: NO_WAY,
  ETIMEDOUT: NO_WAY,
  UND_ERR_CONNECT_TIMEOUT: NO_WAY,
  CERT_HAS_EXPIRED: 'the certificate of the store has expired: have the store renew it',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'the certificate of the store is for another name: correct the address, or have the store use one for this name',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
};

function unreachableMessageOf(code: string): string {
  return UNREACHABLE[code] ?? `the store does not answer (${code})`;
}

function chartMessageOf(refusal: ChartSourceRefusal): string {
  switch (refusal.type) {
    case 'index-not-found':
      return 'there is no index.yaml at the address (404): use the address of a chart repository, or oci:// for a registry';
    case 'index-invalid':
      return `the index.yaml of the repository cannot be read: ${refusal.problem}: have the repository write it again`;
    case 'index-unread':
      return 'the reader of index.yaml failed: wait, and see the log of the operator where it goes on';
    case 'renderer-busy':
      return 'the index.yaml of the repository waits until charts of other installs are rendered; namespaces take turns';
    case 'chart-not-found':
      return 'the repository has no such chart, or shows it only with an access key: correct the name';
    case 'chart-version-not-found':
      return refusal.versions.length === 0
        ? 'the repository has no version of the chart'
        : `the repository has no such version of the chart: there are ${refusal.versions.join(', ')}`;
    case 'version-range-invalid':
      return 'the version must be one such as 1.2.3, or a range such as ^1.2';
    case 'too-many-tags':
      return `the chart has more than ${refusal.most} tags, too many to choose from: name an exact version`;
    case 'archive-not-found':
      return 'the archive of this version is not where the repository says (404): use another version, or have the repository corrected';
    case 'archive-without-url':
      return 'the repository names no http, https or oci address of the archive of this version: use another version, or have the repository corrected';
    case 'not-a-chart-manifest':
      return 'the tag of the registry is no Helm chart: use the address of the folder with the chart, and the name of the chart';
    case 'not-a-model-manifest':
      return 'the tag of the registry is no application model: push one with kubectl stoa publish';
    case 'digest-mismatch':
      return 'what the store sends is not what its index or manifest names, by size or digest: have the store publish this version again';
    case 'other-chart':
      return `what the store sends for this version is ${refusal.what === undefined ? 'another chart' : `the chart ${refusal.what}`}: use another version, or have the store publish this one again`;
    case 'no-catalog':
      return 'the registry does not list what it has: name a chart';
    case 'chart-unreadable':
      return `the chart cannot be read: ${refusal.problem}`;
  }
}

function signatureMessageOf(refusal: SignatureRefusal): string {
  if (refusal.type === 'unsigned') {
    return "the registry has no signature of cosign for this version, which market.stores of the operator's configuration wants: have the publisher sign the digest of the version by cosign";
  }
  if (refusal.type === 'other-model') {
    return otherModelMessageOf(refusal.what);
  }
  const { signatures, fault } = refusal;
  const which =
    signatures === 1 ? 'the signature of this version' : `none of ${signatures} signatures of this version`;
  return `${which} is ${signatures === 1 ? 'not ' : ''}accepted: ${faultMessageOf(fault)}`;
}

function otherModelMessageOf(model: string | undefined): string {
  const what =
    model === undefined ? 'a model whose manifest does not say its id and version' : `the model ${model}`;
  return `what is signed is ${what}: use another version, or have the publisher push this one by kubectl stoa publish, and sign it`;
}

function faultMessageOf(fault: SignatureFault): string {
  const policy = "verify in market.stores of the operator's configuration";
  switch (fault.type) {
    case 'other-form':
      return 'it has another form than those of cosign: have the publisher sign the digest of the version by cosign';
    case 'other-digest':
      return 'it is for something else: have the publisher sign this version, and use no version that somebody else has pushed';
    case 'other-key':
      return `no key of ${policy} has made it: use a version that the publisher has signed, or have the key added there`;
    case 'no-certificate':
      return `it has no certificate, and ${policy} wants one: have the publisher sign with an identity, or have a key in place of identities there`;
    case 'not-proved':
      return `its certificate does not hold (${fault.problem}): have the publisher sign again, or have trustedRoot renewed for ${policy}`;
    case 'other-identity':
      return `${fault.subject} of ${fault.issuer} has signed, which is no identity of ${policy}: use a version that the publisher has signed, or have the identity added there`;
  }
}

function notAllowed({ host, wayOut }: Extract<StoreRefusal, { type: 'not-allowed' }>): string {
  const where = "market.stores of the operator's configuration";
  return wayOut === 'https'
    ? `${host} is not allowed over plain http: use https, or list it in ${where}`
    : `the address of ${host} is not allowed: where a store there is to be used, list it in ${where}`;
}
