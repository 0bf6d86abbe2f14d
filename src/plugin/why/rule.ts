import { conditionOf } from '../../api/condition.ts';
import { noPortText, otherPortText, resolveBackend } from '../../component/backend.ts';
import type { Exposure } from '../../component/exposure.ts';
import { applicationIdOf, idOfTarget, shortTargetText, targetText } from '../../component/target.ts';
import type { ReadResult } from '../../kube/error.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { Entry } from '../../match/entry.ts';
import { placeText } from '../../match/shadow.ts';
import type { Gateway } from '../../objects/gatewayapi.ts';
import type { Application, GatewayRule } from '../../objects/stoa.ts';
import { addressOf, servedScheme } from '../../rule/address.ts';
import { type Candidate, candidatesOf, isHttp, isTcp } from '../../rule/candidate.ts';
import { firstOf, isStanding } from '../../rule/claim.ts';
import { httpConflict, tcpConflict, withNumber } from '../../rule/conflict.ts';
import { winnerText } from '../../rule/conflicttext.ts';
import {
  containerPortText,
  type EffectiveRule,
  type EffectiveTcp,
  neededTransport,
  parseRule,
} from '../../rule/effective.ts';
import { endingConflicts } from '../../rule/ending.ts';
import { isOpen, opensPort } from '../../rule/open.ts';
import { plainBesideHttps } from '../../rule/plain.ts';
import type { Fact } from './explanation.ts';

/** A rule, its component and the other objects that it refers to, as far as the user may read them. */
export interface ObservedRule extends Exposure {
  readonly rule: GatewayRule;
  /** Applications of the namespace with the rule's application id. */
  readonly applications: readonly Application[];
  /** Rules for the component, this one included. */
  readonly siblings: readonly GatewayRule[];
  /** Rules for the same host or port of the gateway, this one included, as far as the user may list them. */
  readonly competing: readonly GatewayRule[];
  /** Secrets with the number of the rule's certificate; undefined where it has none. */
  readonly certificates: ReadResult<readonly KubeObject[]> | undefined;
  /** The Gateway of the rule's route; undefined while there is no route. */
  readonly gateway: { readonly name: string; readonly result: ReadResult<Gateway> } | undefined;
  /** Rule of a route of others that gets all its requests; undefined where none does for sure. */
  readonly shadow: Entry | undefined;
}

/** Facts on what a rule refers to, in the order in which a request meets it. Pure. */
export function ruleFacts(observed: ObservedRule): Fact[] {
  const parsed = parseRule(observed.rule);
  if (parsed.type !== 'valid') {
    return [];
  }
  const { rule } = parsed;
  return [
    { finding: 'good', text: `it answers for ${addressOf(rule, servedScheme(observed.rule))}` },
    ...conflictFacts(observed, rule),
    // Routes of ports are not read: their kinds differ by version.
    ...(rule.protocol === 'http' ? gatewayFacts(observed) : []),
    ...shadowFacts(observed),
    ...besideFacts(observed, rule),
    ...certificateFacts(observed, rule),
    ...targetFacts(observed, rule),
    ...componentFacts(observed, rule),
  ];
}

function conflictFacts(observed: ObservedRule, rule: EffectiveRule): Fact[] {
  const { rule: object } = observed;
  const winner = winnerOver({ object, rule }, observed);
  if (winner === undefined) {
    return [];
  }
  const winning = parseRule(winner);
  const does =
    winning.type === 'valid'
      ? ` sends ${addressOf(winning.rule)} to ${shortTargetText(winning.rule.target)} port ${winning.rule.containerPort}`
      : '';
  return [
    {
      finding: 'bad',
      text: `${winnerText(winner, object)}, of ${winner.metadata.creationTimestamp},${does}`,
    },
  ];
}

/** The rule to which one gives way: that of another team has the host, or else the team's own is in conflict. */
function winnerOver(
  { object, rule }: Candidate<EffectiveRule>,
  observed: ObservedRule,
): GatewayRule | undefined {
  // Most users may not list namespaces, so rules of namespaces without a team cannot be left out.
  const candidates = candidatesOf(observed.competing, () => true);
  const isOwn = ({ metadata }: GatewayRule) => metadata.namespace === object.metadata.namespace;
  if (rule.protocol === 'tcp') {
    const rivals = candidates
      .filter(isTcp)
      .filter((other) => !isOwn(other.object) || !isBeside(other, { object, rule }));
    return tcpConflict({ object, rule }, rivals)?.winner;
  }
  const first = firstOf(candidates)?.object;
  if (first !== undefined && !isOwn(first)) {
    return first;
  }
  const ofTeam = candidates.filter((each) => isOwn(each.object));
  const ending = endingConflicts(ofTeam).get(object.metadata.uid)?.winner;
  return ending !== undefined || rule.protocol === 'tls'
    ? ending
    : httpConflict(
        { object, rule },
        // Those for other targets, of which this one tells no numbers, are in no conflict with it.
        ofTeam.filter(isHttp).map((each) => withNumber(each, () => observed)),
      )?.winner;
}

/** Whether two rules of a team have one port of the gateway, each for its transport; a rule is not beside itself. */
function isBeside(a: Candidate<EffectiveTcp>, b: Candidate<EffectiveTcp>): boolean {
  const [one, other] = [a.rule.transport, b.rule.transport];
  const differ = one !== undefined && other !== undefined && one !== other;
  return (
    a.object.metadata.uid !== b.object.metadata.uid &&
    (differ || (isStanding(a.object) && isStanding(b.object)))
  );
}

function gatewayFacts({ gateway }: ObservedRule): Fact[] {
  if (gateway === undefined) {
    return [{ finding: 'off', text: 'there is no route for it yet' }];
  }
  const { name, result } = gateway;
  switch (result.type) {
    case 'forbidden':
      return [{ finding: 'off', text: `Gateway ${name}: you may not look at it` }];
    case 'missing':
      return [{ finding: 'bad', text: `Gateway ${name} does not exist` }];
    case 'found': {
      const programmed = conditionOf(result.value.status, 'Programmed');
      return programmed?.status === 'True'
        ? [{ finding: 'good', text: `Gateway ${name} is set up` }]
        : [
            {
              finding: 'bad',
              text: `Gateway ${name} is not set up: ${programmed?.message ?? 'no engine has reported on it'}`,
            },
          ];
    }
  }
}

function shadowFacts({ shadow }: ObservedRule): Fact[] {
  return shadow === undefined
    ? []
    : [{ finding: 'bad', text: `${placeText(shadow)}, gets all its requests: the engine tries it first` }];
}

/** Word on a rule that opens plain HTTP where others of its namespace are for HTTPS. */
function besideFacts({ rule: { metadata }, competing }: ObservedRule, rule: EffectiveRule): Fact[] {
  const others = candidatesOf(competing, () => true)
    .filter(isHttp)
    .filter(
      ({ object }) =>
        object.metadata.namespace === metadata.namespace && object.metadata.name !== metadata.name,
    );
  const text = rule.protocol === 'http' ? plainBesideHttps(rule, others) : undefined;
  return text === undefined ? [] : [{ finding: 'bad', text }];
}

function certificateFacts({ certificates }: ObservedRule, rule: EffectiveRule): Fact[] {
  if (certificates === undefined || rule.protocol !== 'http' || rule.certificate === undefined) {
    return [];
  }
  const { certificate } = rule;
  const named =
    certificate.type === 'number' ? `certificate ${certificate.id}` : `Secret ${certificate.name}`;
  if (certificates.type !== 'found') {
    return [{ finding: 'off', text: `${named}: you may not look at Secrets` }];
  }
  const names = certificates.value.map(({ metadata }) => metadata.name);
  if (certificate.type === 'name') {
    return names.length === 0
      ? [{ finding: 'bad', text: `there is no ${named} here` }]
      : [{ finding: 'good', text: `${named} is there` }];
  }
  const label = `stoa.dev/certificate-id=${certificate.id}`;
  return names.length === 0
    ? [{ finding: 'bad', text: `no Secret here has the label ${label}` }]
    : [{ finding: 'good', text: `Secret ${names.join(', ')} has the label ${label}` }];
}

function targetFacts(observed: ObservedRule, rule: EffectiveRule): Fact[] {
  const { services, siblings } = observed;
  const { containerPort } = rule;
  const target = shortTargetText(rule.target);
  const transport = neededTransport(rule);
  const backend = resolveBackend(observed, containerPort, transport);
  switch (backend.type) {
    case 'no-component':
      return [
        {
          finding: 'bad',
          text:
            rule.target.type === 'service'
              ? `there is no ${target} here`
              : `no Service here is of ${targetText(rule.target)}`,
        },
      ];
    case 'no-port':
      return [
        {
          finding: 'good',
          text: `${target}: Service ${services.map(({ metadata }) => metadata.name).join(', ')}`,
        },
        {
          finding: 'bad',
          text: noPortText(target, containerPortText(rule), backend),
        },
      ];
    case 'resolved': {
      const open = opensPort(rule) || isOpen(containerPort, siblings, observed, transport);
      const remark = otherPortText(containerPort, backend);
      return [
        { finding: 'good', text: `${target}: Service ${backend.service} port ${backend.port}` },
        ...(remark === '' ? [] : [{ finding: 'off', text: remark } as const]),
        open
          ? { finding: 'good', text: `port ${containerPort} is open` }
          : {
              finding: 'bad',
              text: `port ${containerPort} is closed: ${openingOf(rule)}`,
            },
      ];
    }
  }
}

/** Way to open the port of a rule. */
function openingOf({ target, containerPort }: EffectiveRule): string {
  return target.type === 'component'
    ? `kubectl stoa open ${target.id} ${containerPort}`
    : 'set spec.http.whetherOpen to true';
}

/** State of the component: a rule may be ready while no pod of its component is. */
function componentFacts({ rule: object, applications, services }: ObservedRule, rule: EffectiveRule): Fact[] {
  const appId = applicationIdOf(object);
  if (appId === undefined) {
    const { application } = object.spec;
    const text =
      application === undefined
        ? 'the rule belongs to no Application'
        : `the operator has found no Application ${application} here`;
    return [{ finding: 'off', text }];
  }
  if (applications.length === 0) {
    return [{ finding: 'off', text: `there is no Application with the id ${appId} here` }];
  }
  const serviceId = idOfTarget(rule.target, services);
  const [listed] = applications
    .flatMap(({ status }) => status?.components ?? [])
    .filter(({ id }) => id === serviceId);
  if (listed === undefined) {
    return [{ finding: 'off', text: `component ${serviceId} has no workload with its labels` }];
  }
  const { state, ready, message } = listed;
  const good = state === 'running' || state === 'succeeded';
  return [
    {
      finding: good ? 'good' : message === undefined ? 'moving' : 'bad',
      text: `component ${serviceId} is ${state}, ${ready} ready${message === undefined ? '' : `: ${message}`}`,
    },
  ];
}
