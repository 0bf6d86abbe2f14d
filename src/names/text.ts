import type { Claim } from './claim.ts';
import type { NameDecision, NameRefusal } from './gate.ts';
import { type Name, portOf } from './name.ts';

/**
 * Sentence on why a namespace may not have a name, with the way out. `holder` names who has the name, as far
 * as the reader may know of it.
 */
export function refusalText(
  name: Name,
  refusal: NameRefusal,
  holder: (claim: Claim) => string = ({ source }) => source,
): string {
  switch (refusal.type) {
    case 'declared-for-other':
      return `${name} is declared for ${refusal.owner} (${refusal.pattern}), which alone may have it: use another name`;
    case 'declared-twice':
      return `${refusal.pattern} is declared for ${refusal.owner} and for this Namespace, and the first counts: the platform team must declare it once`;
    case 'unreadable-declaration': {
      const { annotation, message } = refusal.problem;
      return `the annotation ${annotation} of the Namespace cannot be read: ${message}; the platform team must correct it`;
    }
    case 'outside-own-declaration':
      return `${name} is not among the names that are declared for this team: ${refusal.declared}`;
    case 'undeclared-refused':
      return `${name} is declared for no team, and only declared names are given out (gateway.undeclared): ask the platform team to declare it`;
    case 'needs-declaration':
      return `${name} ${NEEDS[refusal.why]}, so it must be declared for the team: use an exact host, or ask the platform team`;
    case 'held': {
      const held = refusal.by.name;
      const overlap = held === name ? `${name} is taken` : `${name} overlaps ${held}, which is taken`;
      return `${overlap} by ${holder(refusal.by)} of another team`;
    }
    case 'kept':
      return keptText(name, refusal.release);
    case 'limit':
      return `the team may have ${refusal.most} ${refusal.of} and has them: delete rules, or ask the platform team for a higher limit`;
  }
}

function keptText(name: Name, { name: kept, until }: { readonly name: Name; readonly until: Date }): string {
  const what = kept === name ? name : `${kept}, which ${name} overlaps,`;
  return `${what} stays with the team that had it until ${until.toISOString()}, unless that team releases it`;
}

const NEEDS = {
  'public-suffix': 'takes the names of everybody below a public suffix',
  'market-domain': 'takes the generated hosts of installs (market.domain)',
} as const;

/** Field of a rule that wants a name. */
export function fieldOf(name: Name): string {
  return portOf(name) === undefined ? 'spec.http.domainName' : 'spec.tcp.endPoint.port';
}

/** Sentence on a name that is granted for a time; undefined where it is granted without one. */
export function warningText(name: Name, decision: NameDecision): string | undefined {
  return decision.type === 'granted-until'
    ? `until ${decision.until.toISOString()}; from then on, ${refusalText(name, decision.because)}`
    : undefined;
}
