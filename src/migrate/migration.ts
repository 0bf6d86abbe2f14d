import { type AnnotationLine, readAnnotations, type Surroundings } from './annotations.ts';
import { notesOnClasses, serviceOf } from './class.ts';
import { notesOnConfig } from './config.ts';
import { type HostFacts, hostFacts, type ReadIngress } from './hosts.ts';
import { inOrder, keyOfIngress, type Objects } from './ingress.ts';
import { type MigratedRule, type TranslatedIngress, translatedRules } from './rules.ts';

/** Outcome for one Ingress: all of its rules, or none and the reasons. */
export interface MigratedIngress {
  readonly ingress: string;
  readonly namespace: string | undefined;
  readonly lines: readonly AnnotationLine[];
  readonly rules: readonly MigratedRule[];
  readonly problems: readonly string[];
  readonly notes: readonly string[];
}

/** Outcome for all Ingresses. */
export interface Migration {
  readonly ingresses: readonly MigratedIngress[];
  /** Ingresses that are left alone, with the reason. */
  readonly left: readonly { readonly ingress: string; readonly why: string }[];
  readonly notes: readonly string[];
}

/** Ingresses that ingress-nginx serves, read, and those that it does not. Pure. */
export function readServed(
  objects: Objects,
  config: Surroundings['config'],
): { readonly read: readonly ReadIngress[]; readonly left: Migration['left'] } {
  const served = inOrder(objects.ingresses).map((ingress) => ({
    ingress,
    service: serviceOf(ingress, objects.classes),
  }));
  return {
    read: served.flatMap(({ ingress, service }): readonly ReadIngress[] =>
      service.type === 'served'
        ? [{ ingress, ...readAnnotations(ingress, { config, configMaps: objects.configMaps }) }]
        : [],
    ),
    left: [
      ...objects.unreadable,
      ...served.flatMap(({ ingress, service }) =>
        service.type === 'left' ? [{ ingress: keyOfIngress(ingress), why: service.why }] : [],
      ),
    ],
  };
}

/** Rules for all Ingresses that ingress-nginx serves. Its time grows with their number alone. Pure. */
export function migrate(objects: Objects, config: Surroundings['config']): Migration {
  const { read, left } = readServed(objects, config);
  const facts = hostFacts(read);
  const taken = new Map<string, string>();
  return {
    ingresses: read.map((each) => migrated(each, { facts, config }, taken)),
    left,
    notes: [...notesOnClasses(objects.classes), ...notesOnConfig(config)],
  };
}

interface Context {
  readonly facts: HostFacts;
  readonly config: Surroundings['config'];
}

function migrated(read: ReadIngress, context: Context, taken: Map<string, string>): MigratedIngress {
  const { ingress, lines, settings } = read;
  const key = keyOfIngress(ingress);
  const refused = lines.filter(({ verdict }) => verdict === 'refused');
  const whole: TranslatedIngress = settings.canary
    ? { rules: [], problems: context.facts.strays.get(key) ?? [] }
    : translatedRules(read, context);
  const problems = [
    ...refused.map(({ name, text }) => `${name}: ${text}`),
    ...whole.problems,
    ...doubles(whole.rules, key, taken),
  ];
  return {
    ingress: key,
    namespace: ingress.metadata.namespace,
    lines,
    rules: problems.length === 0 ? whole.rules : [],
    problems,
    notes: [
      ...notesOn(read),
      ...(settings.canary && problems.length === 0 ? ['its rules stand at the main Ingress'] : []),
    ],
  };
}

/** Problems of rules whose place an older Ingress has; those of this one take theirs. */
function doubles(rules: readonly MigratedRule[], key: string, taken: Map<string, string>): readonly string[] {
  return rules.flatMap((rule) => {
    const { place, shown } = placeOfRule(rule);
    const owner = taken.get(place);
    taken.set(place, owner ?? key);
    return owner === undefined || owner === key
      ? []
      : [`Ingress ${owner} has ${shown} already: the older one counts`];
  });
}

/** Place that one rule of all Ingresses has, and its name in texts. */
function placeOfRule({ http, tls }: MigratedRule): { readonly place: string; readonly shown: string } {
  if (http === undefined) {
    return { place: JSON.stringify([tls.domainName]), shown: `the TLS connections to ${tls.domainName}` };
  }
  const { domainName, domainPath = '/', policy, theWeight, domainHeader, domainCookie } = http;
  const secure = http.certificateName !== undefined;
  const kind = [policy?.match, secure, theWeight, domainHeader, domainCookie];
  return {
    place: JSON.stringify([domainName, domainPath, ...kind]),
    shown: `${domainName}${domainPath}`,
  };
}

const ISSUERS = ['cert-manager.io/issuer', 'cert-manager.io/cluster-issuer'];

function notesOn({ ingress }: ReadIngress): readonly string[] {
  const annotations = ingress.metadata.annotations ?? {};
  return ISSUERS.some((name) => annotations[name] !== undefined)
    ? [
        'cert-manager renews the certificate for the Ingress: before you delete that, replace certificateName by issuerRef',
      ]
    : [];
}
