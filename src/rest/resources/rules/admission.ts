import { LABELS } from '../../../api/group.ts';
import { readNamingWorkloads } from '../../../component/readworkloads.ts';
import { exposureOfTarget } from '../../../component/target.ts';
import { keyOf } from '../../../kube/object.ts';
import { byPrecedence } from '../../../names/claim.ts';
import type { NameDecision } from '../../../names/gate.ts';
import { wildcardParent } from '../../../names/name.ts';
import { firstByName, SERVICES } from '../../../objects/core.ts';
import { GATEWAY_RULE_TYPE, GATEWAY_RULES, type GatewayRule } from '../../../objects/stoa.ts';
import { burdenOf } from '../../../rule/burden.ts';
import { type Candidate, candidatesOf, isHttp, nameSelectors } from '../../../rule/candidate.ts';
import { type AdmissionRefusal, holderOf, refusalOfWritten } from '../../../rule/checks.ts';
import { nameOf } from '../../../rule/claim.ts';
import type { CertificateRef, EffectiveRule } from '../../../rule/effective.ts';
import type { NameState } from '../../../rule/namestate.ts';
import { plainBesideHttps } from '../../../rule/plain.ts';
import { type Beside, conflictOfWrite, effectiveWrite, type Write } from '../../../rule/write.ts';
import { hasPermissions } from '../../guard/access.ts';
import { FIELD_MANAGER } from '../../ownership.ts';
import { Problem, problemOfFields } from '../../problem/problem.ts';
import type { Scope } from '../../scope.ts';
import type { WatchedRegion } from '../../watched.ts';
import { certificateProblems } from '../certificates/record.ts';
import { readCertificates, readNamedCertificate } from '../certificates/stored.ts';
import { adviceOn } from './advice.ts';
import { type CheckedState, checkRule, faultOf, messageOn } from './checks.ts';
import { claimOfWrite, confirmedDecision } from './names.ts';
import type { RecordSource } from './record.ts';
import { sameTransport } from './transport.ts';

/** Faults of a rule that passes all checks: those that clients will find with its certificate. */
export type Warnings = readonly string[];

/**
 * Warnings on a rule that passes all checks by the watched state; undefined for a rule that does not. Such a refusal is
 * not final: the watched state may still have what is gone.
 */
export async function passesChecks(
  scope: Scope,
  write: Write,
  source: RecordSource,
  watched: WatchedRegion,
): Promise<Warnings | undefined> {
  const { rule } = write;
  const warnings = await certificateWarnings(scope, rule);
  const names = watched.names();
  const state = checkedState(scope, source, {
    names,
    name: names.decide(claimOfWrite(write)),
    competing: competingIn(scope, watched, rule),
    burdening: rule.protocol !== 'http' ? [] : watched.burdening(scope.namespace, rule.host),
    warnings,
  });
  return checkRule(write, state) === undefined ? withBeside(warnings, write, state.competing) : undefined;
}

/** Warnings on a rule of the application that `source` has; throws the Problem of the check that refuses it. */
export async function checkWrite(scope: Scope, write: Write, source: RecordSource): Promise<Warnings> {
  const { rule } = write;
  const [{ decision: name, state: names }, competing, ofWildcards, warnings] = await Promise.all([
    confirmedDecision(scope, claimOfWrite(write)),
    readCompeting(scope, rule),
    readBesideWildcard(scope, rule),
    certificateWarnings(scope, rule),
  ]);
  const burdening = [...competing, ...ofWildcards];
  const state = checkedState(scope, source, { names, name, competing, burdening, warnings });
  await requirePassed(scope, write, checkRule(write, state), names);
  return withBeside(warnings, write, competing) ?? [];
}

/** Warnings with the one on a rule that opens plain HTTP beside others for HTTPS, in the words of the contract. */
function withBeside(
  warnings: Warnings | undefined,
  { rule, replaced }: Write,
  competing: readonly Candidate<EffectiveRule>[],
): Warnings | undefined {
  const others = competing
    .filter(isHttp)
    .filter(({ object }) => object.metadata.uid !== replaced?.metadata.uid);
  const beside = rule.protocol === 'http' ? plainBesideHttps(rule, others) : undefined;
  return beside === undefined || warnings === undefined ? warnings : [...warnings, `http: ${beside}`];
}

/** Findings beside a rule that is to be written. */
interface Found extends Beside {
  readonly names: NameState;
  /** Decision on its own name. */
  readonly name: NameDecision;
  readonly warnings: Warnings | undefined;
}

function checkedState(
  scope: Scope,
  source: RecordSource,
  { names, warnings, ...found }: Found,
): CheckedState {
  return {
    ...source,
    ...found,
    isGranted: (each) => names.isGranted(each),
    hasCertificate: warnings !== undefined,
    issuers: names.declarations.issuersOf(scope.namespace),
    ports: scope.ports,
  };
}

/** Throws the Problem of a rule that was written and gives way to another one, which the checks before did not see. */
export async function checkWritten(
  scope: Scope,
  written: GatewayRule,
  watched: WatchedRegion,
): Promise<void> {
  const { namespace } = scope;
  const write = effectiveWrite({ spec: written.spec, namespace });
  const { rule } = write;
  const names = watched.names();
  const claim = names.claims.get(keyOf(written)) ?? claimOfWrite({ ...write, replaced: written });
  const competing = competingIn(scope, watched, rule).filter(({ object }) => {
    const other = names.claims.get(keyOf(object));
    return other !== undefined && other.id !== claim.id && byPrecedence(other, claim) < 0;
  });
  const conflict = conflictOfWrite(write, { competing, burdening: [] }, (target) =>
    watched.exposureOf(namespace, target),
  );
  const refusal = refusalOfWritten({ rule, name: names.decide(claim), conflict });
  await requirePassed(scope, write, refusal, names);
}

async function requirePassed(
  scope: Scope,
  write: Write,
  refusal: AdmissionRefusal | undefined,
  names: NameState,
): Promise<void> {
  if (refusal !== undefined) {
    await requireRight(scope, write);
    const { rule } = write;
    const { problem, field } = faultOf(refusal, rule);
    const issuers = names.declarations.issuersOf(scope.namespace);
    const text = messageOn(refusal, rule, { ports: scope.ports, issuers });
    const advice = await adviceOn(scope, holderOf(refusal), rule, names);
    throw problemOfFields(problem, [{ field, message: [text, ...advice].join('; ') }]);
  }
}

/** Throws the Problem of a caller who may not write the rule, and learns nothing of what other teams have. */
async function requireRight({ client, namespace }: Scope, { spec, replaced }: Write): Promise<void> {
  const verb = replaced === undefined ? 'create' : 'update';
  const { group, plural: resource } = GATEWAY_RULES;
  if (!(await hasPermissions(client, [{ group, resource, namespace, verbs: [verb] }]))) {
    // In the words of the API server, as where nothing is in the way: other words would tell the two apart.
    const metadata = { name: replaced?.metadata.name ?? 'rule', namespace };
    const draft = { ...GATEWAY_RULE_TYPE, metadata, spec };
    await client[verb === 'create' ? 'create' : 'replace'](GATEWAY_RULES, draft, FIELD_MANAGER, {
      dryRun: true,
    });
    throw new Problem('forbidden', `the token does not permit to ${verb} ${resource} in ${namespace}`);
  }
}

/** Competing rules of the team, for a TCP rule those of its transport, as watched. */
function competingIn(
  { namespace }: Scope,
  watched: WatchedRegion,
  rule: EffectiveRule,
): readonly Candidate<EffectiveRule>[] {
  const competing = watched.competingRules(rule, namespace);
  return sameTransport(rule, competing, (target) => watched.exposureOf(namespace, target));
}

/** The same as the API server has them, read as the caller. */
async function readCompeting(
  { client, namespace }: Scope,
  rule: EffectiveRule,
): Promise<readonly Candidate<EffectiveRule>[]> {
  const lists = nameSelectors(rule).map((fieldSelector) =>
    client.list(GATEWAY_RULES, { namespace, fieldSelector }),
  );
  const competing = candidatesOf((await Promise.all(lists)).flat(), () => true);
  const asks = rule.protocol === 'tcp' && competing.length > 0;
  const services = asks ? await client.list(SERVICES, { namespace }) : [];
  const where = { namespace, labelSelector: LABELS.appId };
  const workloads = await readNamingWorkloads(client, where, services);
  return sameTransport(rule, competing, (target) => exposureOfTarget(target, { services, workloads }));
}

/** Rules for other hosts among which are those that share the room for burdens of a wildcard; none for another host. */
async function readBesideWildcard(
  { client, namespace }: Scope,
  rule: EffectiveRule,
): Promise<readonly Candidate<EffectiveRule>[]> {
  if (rule.protocol !== 'http' || wildcardParent(rule.host) === undefined || burdenOf(rule) === 0) {
    return [];
  }
  const rules = candidatesOf(await client.list(GATEWAY_RULES, { namespace }), () => true);
  return rules.filter((other) => nameOf(other.rule) !== nameOf(rule));
}

/** Secrets of the team that a rule can mean. */
async function certificatesNamed(scope: Scope, certificate: CertificateRef) {
  return certificate.type === 'number'
    ? await readCertificates(scope, String(certificate.id))
    : await readNamedCertificate(scope, certificate.name);
}

/** Warnings on the certificate that a rule names, if it names one; undefined where the team has none with its number. */
async function certificateWarnings(scope: Scope, rule: EffectiveRule): Promise<Warnings | undefined> {
  if (rule.protocol !== 'http' || rule.certificate === undefined) {
    return [];
  }
  const { certificate } = rule;
  const first = firstByName(await certificatesNamed(scope, certificate));
  const named =
    certificate.type === 'number'
      ? `certificate_id ${certificate.id}`
      : `certificate_name ${certificate.name}`;
  return first && certificateProblems(first, new Date(), rule.host).map((text) => `http.${named}: ${text}`);
}
