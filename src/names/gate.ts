import { byPrecedence, type Claim } from './claim.ts';
import type { ClaimsView, Holdings } from './claims.ts';
import type { DeclarationRefusal, Declarations, Entitlement } from './declarations.ts';
import { type Name, overlaps, portOf, wildcardParent } from './name.ts';
import type { Release, Released } from './released.ts';
import type { Undeclared } from './settings.ts';
import { isPublicSuffix } from './suffix.ts';
import { SupposedClaims } from './supposed.ts';

/** Rules for names that nobody has declared. */
export interface NamePolicy {
  readonly undeclared: Undeclared;
  /** Parent of the hosts that installs are given. */
  readonly domain?: string | undefined;
}

/** Everything that deciding on a name takes into account. */
export interface NameView {
  readonly policy: NamePolicy;
  readonly declarations: Declarations;
  readonly claims: ClaimsView;
  readonly released: Released;
  readonly now: Date;
}

/** Why a namespace may not have a name. */
export type NameRefusal =
  | DeclarationRefusal
  /** The configuration gives out declared names only. */
  | { readonly type: 'undeclared-refused' }
  /** A wildcard that takes names of strangers unless it is declared. */
  | { readonly type: 'needs-declaration'; readonly why: 'public-suffix' | 'market-domain' }
  /** Another namespace has a name that overlaps. */
  | { readonly type: 'held'; readonly by: Claim }
  /** The gateway presents a certificate for another namespace that also has the name, or one that it covers. */
  | { readonly type: 'presented'; readonly by: Claim }
  /** A name that overlaps is kept for another namespace, which had it a moment ago. */
  | { readonly type: 'kept'; readonly release: Release }
  | { readonly type: 'limit'; readonly of: keyof Holdings; readonly most: number };

/** Decision on a name. */
export type NameDecision =
  | { readonly type: 'granted' }
  /** The claim stands and loses its place at a time that a declaration gives. */
  | { readonly type: 'granted-until'; readonly until: Date; readonly because: DeclarationRefusal }
  | { readonly type: 'refused'; readonly refusal: NameRefusal };

const GRANTED: NameDecision = { type: 'granted' };

/**
 * Whether a namespace may have a name. Claims get their names one after the other: those that stand, then those that
 * wait, each by age; a claim is refused what a declaration, or an earlier claim of another namespace that was granted,
 * does not leave to it. So the decisions on a set of claims depend on nothing else, and no two overlap.
 *
 * A limit counts what stands. Whoever decides lets a claim stand from then on, so that the next one is counted with it.
 */
export function decideName(claim: Claim, view: NameView): NameDecision {
  return decide(claim, { ...view, decided: new Map() });
}

/** The decision on a claim as if it were stored in place of the one with its id. */
export function decideWrite(claim: Claim, view: NameView): NameDecision {
  const claims = new SupposedClaims(view.claims);
  claims.put(claim);
  return decideName(claims.get(claim.id) ?? claim, { ...view, claims });
}

/** View with the decisions that were made on the way. */
interface Run extends NameView {
  readonly decided: Map<string, NameDecision>;
}

function decide(claim: Claim, run: Run): NameDecision {
  const known = run.decided.get(claim.id);
  if (known !== undefined) {
    return known;
  }
  const decision = decideAnew(claim, run);
  run.decided.set(claim.id, decision);
  return decision;
}

/**
 * Whether a claim is granted its name. What refuses it without a look at claims that wait comes first: thousands can wait
 * for names that overlap.
 */
function isGranted(claim: Claim, run: Run): boolean {
  const known = run.decided.get(claim.id);
  if (known !== undefined) {
    return known.type !== 'refused';
  }
  const entitlement = entitlementOf(claim, run);
  return (
    overLimit(claim, run) === undefined &&
    !isKeptForOther(claim, entitlement, run) &&
    presentedForOther(claim, entitlement, run) === undefined &&
    decide(claim, run).type !== 'refused'
  );
}

function decideAnew(claim: Claim, run: Run): NameDecision {
  const entitlement = entitlementOf(claim, run);
  const byDeclaration = decisionOn(entitlement, claim, run);
  if (byDeclaration.type === 'refused') {
    // Which of the two teams has a contested name already says more than the contest.
    const held = entitlement.type === 'contested' ? heldByOther(claim, entitlement, run) : undefined;
    return held === undefined ? byDeclaration : { type: 'refused', refusal: held };
  }
  const refusal =
    heldByOther(claim, entitlement, run) ??
    keptForOther(claim, entitlement, run) ??
    overLimit(claim, run) ??
    presentedForOther(claim, entitlement, run);
  return refusal === undefined ? byDeclaration : { type: 'refused', refusal };
}

/**
 * Standing of a claim by declarations. What none covers is its Namespace's where it is a host for its installs, and
 * that of another one where it would be a host for the installs there, whether or not there is such a Namespace.
 */
function entitlementOf({ name, namespace }: Claim, { declarations, policy }: Run): Entitlement {
  const declared = declarations.check(name, namespace);
  const owner = installsOf(name, policy.domain);
  if (owner === undefined || DECLARED.includes(declared.type)) {
    return declared;
  }
  return owner === namespace
    ? { type: 'own' }
    : { type: 'declared-for-other', pattern: `*.${owner}.${policy.domain}`, owner: `Namespace ${owner}` };
}

/** Standings to a name that somebody has declared. */
const DECLARED: readonly Entitlement['type'][] = ['own', 'declared-for-other', 'declared-twice', 'contested'];

/** The Namespace whose installs get hosts such as a name: `a` for those below `a.<domain>`. */
function installsOf(name: Name, domain: string | undefined): string | undefined {
  const parts = domain !== undefined && name.endsWith(`.${domain}`) ? name.split('.') : [];
  const above = parts.slice(0, parts.length - (domain?.split('.').length ?? 0));
  return above.length > 1 ? above.at(-1) : undefined;
}

function decisionOn(entitlement: Entitlement, claim: Claim, run: Run): NameDecision {
  switch (entitlement.type) {
    case 'own':
      return GRANTED;
    case 'free': {
      const refusal = ofUndeclared(claim, run);
      return refusal === undefined ? GRANTED : { type: 'refused', refusal };
    }
    case 'contested':
      return claim.standing ? GRANTED : { type: 'refused', refusal: entitlement };
    default: {
      const { enforcedFrom } = entitlement;
      return claim.standing && enforcedFrom !== undefined && run.now < enforcedFrom
        ? { type: 'granted-until', until: enforcedFrom, because: entitlement }
        : { type: 'refused', refusal: entitlement };
    }
  }
}

function ofUndeclared(claim: Claim, run: Run): NameRefusal | undefined {
  const { name } = claim;
  const { undeclared, domain } = run.policy;
  const isRefused = { 'first-come': () => false, refuse: () => true, auto: () => isOfNobody(claim, run) };
  if (isRefused[undeclared]()) {
    return { type: 'undeclared-refused' };
  }
  const parent = wildcardParent(name);
  if (parent === undefined) {
    return undefined;
  }
  if (domain !== undefined && overlaps(name, `*.${domain}`)) {
    return { type: 'needs-declaration', why: 'market-domain' };
  }
  return isPublicSuffix(parent) ? { type: 'needs-declaration', why: 'public-suffix' } : undefined;
}

/**
 * Whether names like that of a claim are declared, and its Namespace has this one neither by a claim that stands nor from a
 * moment ago. So a first declaration takes nothing from anybody.
 */
function isOfNobody(
  { name, namespace, standing }: Claim,
  { claims, declarations, released, now }: Run,
): boolean {
  const kind = portOf(name) === undefined ? 'hosts' : 'ports';
  const has = standing || claims.standingFor(name, namespace) > 0 || released.isKeptFor(name, namespace, now);
  return declarations.hasAny(kind) && !has;
}

/** The earlier claim of another namespace that was granted a name which overlaps. */
function heldByOther(claim: Claim, { type }: Entitlement, run: Run): NameRefusal | undefined {
  const { claims, declarations } = run;
  for (const other of inOrder(claims.before(claim))) {
    // What is declared can stand in the way only within one team, or for the time that the declaration gives.
    const counts =
      type !== 'own' || other.standing || declarations.areOneTeam(other.namespace, claim.namespace);
    if (counts && isGranted(other, run)) {
      return { type: 'held', by: firstOf(claims.like(other), other) };
    }
  }
  return undefined;
}

/**
 * Claims in the order in which they get their names: those that stand as they come, since most of them are granted
 * theirs, then those that wait, so that each is decided on before what depends on it.
 */
function* inOrder(claims: Iterable<Claim>): Generator<Claim> {
  const waiting: Claim[] = [];
  for (const claim of claims) {
    if (claim.standing) {
      yield claim;
    } else {
      waiting.push(claim);
    }
  }
  yield* waiting.toSorted(byPrecedence);
}

/**
 * The claim of another namespace for which a certificate is presented that also has the name of one. A declaration goes
 * before certificates.
 */
function presentedForOther(claim: Claim, { type }: Entitlement, run: Run): NameRefusal | undefined {
  if (claim.standing || type === 'own') {
    return undefined;
  }
  for (const other of run.claims.presenting(claim)) {
    if (isGranted(other, run)) {
      return { type: 'presented', by: other };
    }
  }
  return undefined;
}

function firstOf(claims: readonly Claim[], one: Claim): Claim {
  return claims.reduce((a, b) => (byPrecedence(a, b) < 0 ? a : b), one);
}

function keptForOther(claim: Claim, entitlement: Entitlement, run: Run): NameRefusal | undefined {
  const { released, now } = run;
  const release = isKeptForOther(claim, entitlement, run)
    ? released.keptFrom(claim.name, claim.namespace, now)
    : undefined;
  return release && { type: 'kept', release };
}

/** Whether a name is kept for another namespace. A declaration outlives rules: what it gives is not kept from its team. */
function isKeptForOther(claim: Claim, { type }: Entitlement, { released, now }: Run): boolean {
  return !claim.standing && type !== 'own' && released.isKeptFrom(claim.name, claim.namespace, now);
}

/** The limit of its namespace that a claim exceeds; a claim that stands exceeds none. */
function overLimit(claim: Claim, { claims, declarations }: Run): NameRefusal | undefined {
  const limits = declarations.limitsOf(claim.namespace);
  const kinds: readonly (keyof Holdings)[] =
    claims.standingFor(claim.name, claim.namespace) > 0
      ? ['rules']
      : [portOf(claim.name) === undefined ? 'hosts' : 'ports', 'rules'];
  const holdings = claims.holdingsOf(claim.namespace);
  const exceeded = kinds.find((of) => !claim.standing && holdings[of] >= (limits[of] ?? Infinity));
  return exceeded && { type: 'limit', of: exceeded, most: limits[exceeded] ?? 0 };
}
