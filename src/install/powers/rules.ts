import { LABELS } from '../../api/group.ts';
import { type Fields, fieldsOf } from '../../base/fields.ts';
import { SERVICES, type Service, selectsLabels } from '../../objects/core.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import { GATEWAY_RULES } from '../../objects/stoa.ts';
import { imagesOf, listOf, podsOf, textOrJson, unknownFields } from './pods.ts';
import { type Power, power } from './power.ts';

/**
 * Rules of the gateway, each as one power: whom it lets in, by host, path and conditions, with which certificate, and to
 * which port. A field that nobody has thought about is part of it.
 */
export function* rules(objects: readonly PlannedObject[]): Iterable<Power> {
  const named = objects.filter(({ resource }) => resource === GATEWAY_RULES);
  if (named.length === 0) {
    return;
  }
  const targetOf = targetsIn(objects);
  for (const { draft } of named) {
    const { http, tcp, tls } = fieldsOf(draft.spec);
    if (http !== undefined) {
      yield httpPower(fieldsOf(http), targetOf(fieldsOf(http)));
    }
    if (tcp !== undefined) {
      yield tcpPower(fieldsOf(tcp), targetOf(fieldsOf(tcp)));
    }
    if (tls !== undefined) {
      yield tlsPower(fieldsOf(tls), targetOf(fieldsOf(tls)));
    }
  }
}

/** Secret with the certificate of a rule, in words; undefined where it names none. */
export function certificateSecret({ certificateName, certificateId }: Fields): string | undefined {
  if (certificateName !== undefined) {
    return `Secret ${textOrJson(certificateName)}`;
  }
  return certificateId === undefined ? undefined : `Secret of the number ${textOrJson(certificateId)}`;
}

const TARGET: readonly string[] = ['serviceId', 'serviceName', 'containerPort'];

/** Fields of an HTTP rule that `httpPower` reads, and those by which no other requests get in, and none elsewhere. */
const HTTP_KNOWN: ReadonlySet<string> = new Set([
  ...TARGET,
  ...['domainName', 'domainPath', 'domainCookie', 'domainHeader', 'policy'],
  ...['certificateName', 'certificateId', 'issuerRef', 'autoSsl', 'autoSslConfig'],
  ...['configuration', 'ruleExtensions'],
]);

const NONE: ReadonlySet<string> = new Set();

function httpPower(http: Fields, target: string): Power {
  const { domainName, domainPath = '/', domainCookie, domainHeader, policy } = http;
  const { match, ...settings } = fieldsOf(policy);
  const { path: kind, ...narrowing } = fieldsOf(match);
  const place = `${textOrJson(domainName)}${textOrJson(domainPath)}`;
  const conditions = listed(unknownFields({ domainCookie, domainHeader, ...narrowing }, NONE));
  const certificate = certificateOf(http);
  const others = listed([...unknownFields(http, HTTP_KNOWN), ...unknownFields(settings, NONE)]);
  const more = [
    ...(certificate === undefined ? [] : [`, with ${certificate}`]),
    ...(others === '' ? [] : [`, with ${others}`]),
  ].join('');
  const whole = said(`${place} and below${more}`, target);
  const what = said(
    `${place} ${kind === 'exact' ? 'alone' : 'and below'}${conditions && `, where ${conditions}`}${more}`,
    target,
  );
  return power('ports', what, what === whole ? {} : { within: whole });
}

function said(from: string, target: string): string {
  return `${from}${from.includes(', ') ? ',' : ''} to ${target}`;
}

function listed(fields: readonly (readonly [string, string])[]): string {
  return fields.map(([name, value]) => `${name} ${value}`).join(', ');
}

/** Certificate that a rule asks for, in words. */
function certificateOf(http: Fields): string | undefined {
  const secret = certificateSecret(http);
  const { issuerRef, autoSsl, autoSslConfig } = http;
  if (secret !== undefined) {
    return `the certificate in ${secret}`;
  }
  if (issuerRef !== undefined) {
    const { kind = 'Issuer', name } = fieldsOf(issuerRef);
    return `a certificate of ${textOrJson(kind)} ${textOrJson(name)}`;
  }
  return autoSsl === true ? `a certificate of ${textOrJson(autoSslConfig ?? 'any issuer')}` : undefined;
}

const TCP_KNOWN: ReadonlySet<string> = new Set([
  ...TARGET,
  ...['endPoint', 'transport', 'ruleExtensions', 'defaultPort', 'defaultIp'],
]);

function tcpPower(tcp: Fields, target: string): Power {
  const { ip, port } = fieldsOf(tcp.endPoint);
  const from = `${textOrJson(ip)}:${textOrJson(port)} (${textOrJson(tcp.transport ?? 'TCP')})`;
  return power('ports', said(withOthers(from, unknownFields(tcp, TCP_KNOWN)), target));
}

const TLS_KNOWN: ReadonlySet<string> = new Set([...TARGET, 'domainName']);

function tlsPower(tls: Fields, target: string): Power {
  const from = `${textOrJson(tls.domainName)} (TLS passed on)`;
  return power('ports', said(withOthers(from, unknownFields(tls, TLS_KNOWN)), target));
}

function withOthers(from: string, others: readonly (readonly [string, string])[]): string {
  return others.length === 0 ? from : `${from}, with ${listed(others)}`;
}

/** Workload of a version, as rules reach it. */
interface Reached {
  readonly name: string;
  readonly componentId: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  /** Numbers of the ports of its containers, by their names. */
  readonly ports: ReadonlyMap<unknown, unknown>;
  /** Images of its containers, each once: which program it is that requests reach is part of a power. */
  readonly images: readonly string[];
}

function reachedIn(objects: readonly PlannedObject[]): readonly Reached[] {
  return objects.flatMap((object) =>
    podsOf([object]).map((pods) => {
      const { metadata } = object.draft;
      const ports = pods.containers.flatMap(({ fields }) => listOf(fields.ports));
      return {
        name: metadata.name,
        componentId: metadata.labels?.[LABELS.componentId],
        labels: pods.labels as Readonly<Record<string, string>>,
        ports: new Map(ports.map(({ name, containerPort }) => [name, containerPort])),
        images: imagesOf(pods),
      };
    }),
  );
}

/** Words for what rules lead to: the port of the pods, whatever Services and ports are called on the way. */
function targetsIn(objects: readonly PlannedObject[]): (rule: Fields) => string {
  const workloads = reachedIn(objects);
  const byId = new Map(workloads.map((each) => [each.componentId, each]));
  const services = new Map(
    objects.flatMap(({ resource, draft }) =>
      resource === SERVICES ? [[draft.metadata.name, draft as unknown as Service] as const] : [],
    ),
  );
  return ({ serviceId, serviceName, containerPort }) => {
    const target = textOrJson(serviceName ?? serviceId);
    const service = serviceName === undefined ? undefined : services.get(target);
    return service === undefined
      ? placeIn(containerPort, byId.get(target) ?? { name: target, images: [] })
      : behind(service, containerPort, workloads);
  };
}

function behind(service: Service, wanted: unknown, workloads: readonly Reached[]): string {
  const { name } = service.metadata;
  const open = listOf(fieldsOf(service.spec).ports).find((each) => [each.name, each.port].includes(wanted));
  const { port = wanted, targetPort = port } = open ?? {};
  const behind = workloads.filter(({ labels }) => selectsLabels(service, labels));
  const texts = behind.map((each) => placeIn(each.ports.get(targetPort) ?? targetPort, each));
  return texts.length === 0 ? `port ${textOrJson(targetPort)} of Service ${name}` : texts.join(' and ');
}

function placeIn(port: unknown, { name, images }: Pick<Reached, 'name' | 'images'>): string {
  return `port ${textOrJson(port)} of ${name}${images.length === 0 ? '' : ` (${images.join(', ')})`}`;
}
