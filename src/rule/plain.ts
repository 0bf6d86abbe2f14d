import type { Candidate } from './candidate.ts';
import { conditionsKey } from './conditions.ts';
import type { EffectiveHttp } from './effective.ts';

/**
 * Sentence on a rule that opens plain HTTP at a host and path which other rules of its team have for HTTPS alone, as a
 * canary does that lacks their certificate; undefined where no other is there, or where plain HTTP is meant: the rule
 * redirects, or it or another one there has a twin that does the same by HTTPS. `others` are rules of the team for its
 * host, without itself. Pure.
 */
export function plainBesideHttps(
  rule: EffectiveHttp,
  others: readonly Candidate[],
  isHttps: (candidate: Candidate) => boolean = isToBeHttps,
): string | undefined {
  const isPlain = rule.certificate === undefined && rule.autoSsl === undefined;
  if (!isPlain || rule.policy.redirect !== undefined || rule.grpc !== undefined) {
    return undefined;
  }
  const beside = others.filter((each) => each.rule.path === rule.path && each.rule.grpc === undefined);
  const [secure, plain] = [beside.filter(isHttps), beside.filter((each) => !isHttps(each))];
  const [first] = secure;
  const hasTwin = (one: EffectiveHttp) => secure.some((each) => identity(each.rule) === identity(one));
  return first === undefined || hasTwin(rule) || plain.some((each) => hasTwin(each.rule))
    ? undefined
    : `the other rules for ${rule.host}${rule.path} are HTTPS, and this one opens plain HTTP: give it the same ${wordsOf(first)}, if it is to share their requests`;
}

/** Whether a rule has a certificate, or is to get one. */
function isToBeHttps({ rule: { certificate, autoSsl } }: Candidate): boolean {
  return certificate !== undefined || autoSsl !== undefined;
}

/** Text of the requests of a rule and their destination. */
function identity(rule: EffectiveHttp): string {
  return JSON.stringify([rule.target, rule.containerPort, conditionsKey(rule)]);
}

/** Words for the field by which a rule has its certificate. */
function wordsOf({ object, rule: { certificate, autoSsl } }: Candidate): string {
  switch (certificate?.type) {
    case 'name':
      return `certificateName: ${certificate.name}`;
    case 'number':
      return `certificateId: ${certificate.id}`;
    case undefined:
      return `${autoSsl?.by ?? 'issuerRef'} as the rule ${object.metadata.name} has`;
  }
}
