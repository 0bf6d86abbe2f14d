import { NAME_ANNOTATIONS } from '../api/group.ts';
import type { NameDecision, NameRefusal } from './gate.ts';
import { type Name, portOf } from './name.ts';

/**
 * Sentence on why a namespace may not have a name, with the way out. It has no name, team or object of others: the
 * reader may not know of them.
 */
export function refusalText(name: Name, refusal: NameRefusal): string {
  switch (refusal.type) {
    case 'declared-for-other':
      return `${name} is, or overlaps, a name that is declared for another team: use another name`;
    case 'declared-twice':
      return `${name} is declared for another team and for this Namespace, and the first counts: the platform team must declare it once`;
    case 'contested':
      return `${name} is declared for a team that two Namespaces are, one by its label and one by its name: rules that have it keep it, and the platform team must label one of the two otherwise`;
    case 'unreadable-declaration': {
      const { annotation, message } = refusal.problem;
      return `the annotation ${annotation} of the Namespace cannot be read: ${message}; the platform team must correct it`;
    }
    case 'outside-own-declaration':
      return `${name} is not among the names that are declared for this team: ${refusal.declared}`;
    case 'undeclared-refused':
      return `${name} is declared for no team, and only declared names are given out anew (gateway.undeclared): ask the platform team to declare it for this Namespace (${annotationFor(name)})`;
    case 'needs-declaration':
      return `${name} ${NEEDS[refusal.why]}, so it must be declared for the team: use an exact host, or ask the platform team`;
    case 'held':
      return `${name} is, or overlaps, a name that another team has: use another name, or ask the platform team`;
    case 'presented':
      return `${name} is, or covers, a name of a certificate that the gateway presents for another team: use another name, or ask the platform team to declare it for this team`;
    case 'kept': {
      const until = refusal.release.until.toISOString();
      return `${name} is, or overlaps, a name that stays with the team that had it until ${until}, unless that team releases it`;
    }
    case 'limit':
      return `the team may have ${refusal.most} ${refusal.of} and has them: delete rules, or ask the platform team for a higher limit`;
  }
}

/** The name that is in the way of one, and who has it, for the log of the operator alone; undefined where none is. */
export function obstacleText(refusal: NameRefusal): string | undefined {
  switch (refusal.type) {
    case 'declared-for-other':
    case 'declared-twice':
    case 'contested':
      return `${refusal.pattern}, declared for ${refusal.owner}`;
    case 'held':
      return `${refusal.by.name} of ${refusal.by.source}`;
    case 'presented':
      return `a certificate of ${refusal.by.source}`;
    case 'kept':
      return `${refusal.release.name}, kept for Namespace ${refusal.release.namespace}`;
    default:
      return undefined;
  }
}

/** Annotation of a Namespace that declares names such as one. */
function annotationFor(name: Name): string {
  return portOf(name) === undefined ? NAME_ANNOTATIONS.hosts : NAME_ANNOTATIONS.ports;
}

const NEEDS = {
  'public-suffix': 'takes the names of everybody below a public suffix',
  'market-domain': 'takes the generated hosts of installs (market.domain)',
} as const;

/** Sentence on a name that is granted for a time; undefined where it is granted without one. */
export function warningText(name: Name, decision: NameDecision): string | undefined {
  return decision.type === 'granted-until'
    ? `until ${decision.until.toISOString()}; from then on, ${refusalText(name, decision.because)}`
    : undefined;
}
