import { type AnnotationLine, readAnnotations, type Surroundings } from './annotations.ts';
import { notesOnClasses, serviceOf } from './class.ts';
import { notesOnConfig, problemsOfConfig } from './config.ts';
import { type HostFacts, hostFacts, type ReadIngress } from './hosts.ts';
import { type Certificates, inOrder, keyOfIngress, type Objects } from './ingress.ts';
import { namesFor } from './names.ts';
import { notesOnDefaults } from './notes.ts';
import { placesIn } from './places.ts';
import { type RuleContext, translatedRules } from './rules.ts';
import type { DraftRule, TranslatedIngress } from './translated.ts';

/** Rule that takes the place of a part of an Ingress. */
export type MigratedRule = DraftRule & { readonly name: string };

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

/** Ingresses that ingress-nginx serves, read, and those that it does not. */
export interface Served {
  readonly read: readonly ReadIngress[];
  /** Those that become rules. */
  readonly own: readonly ReadIngress[];
  readonly left: Migration['left'];
  readonly certificates: Certificates;
}

/** Reads the Ingresses that ingress-nginx serves, in its order. Pure. */
export function readServed(objects: Objects, config: Surroundings['config']): Served {
  const served = inOrder(objects.ingresses).map((ingress) => ({
    ingress,
    service: serviceOf(ingress, objects.classes),
  }));
  const { only, configMaps, unreadable } = objects;
  const isOwn = (namespace: string | undefined) => only === undefined || namespace === only;
  const read = served.flatMap(({ ingress, service }): readonly ReadIngress[] =>
    service.type === 'served' ? [{ ingress, ...readAnnotations(ingress, { config, configMaps }) }] : [],
  );
  return {
    read,
    own: read.filter(({ ingress }) => isOwn(ingress.metadata.namespace)),
    left: [
      ...unreadable.filter(({ ingress }) => isOwn(ingress.split('/')[0])),
      ...served.flatMap(({ ingress, service }) =>
        service.type === 'left' && isOwn(ingress.metadata.namespace)
          ? [{ ingress: keyOfIngress(ingress), why: service.why }]
          : [],
      ),
    ],
    certificates: objects.certificates,
  };
}

/** Rules for all Ingresses that ingress-nginx serves. Its time grows with their number alone. Pure. */
export function migrate(objects: Objects, config: Surroundings['config']): Migration {
  const { read, own, left, certificates } = readServed(objects, config);
  const facts = hostFacts(read, certificates);
  const context: RuleContext = { facts, config, places: placesIn(facts.servers.values()) };
  const byName = own.toSorted((one, other) =>
    keyOfIngress(one.ingress) < keyOfIngress(other.ingress) ? -1 : 1,
  );
  const outcomes = withNames(byName.map((each) => outcomeOf(each, context)));
  return {
    ingresses: outcomes.map((each) => ({
      ...each,
      notes: [...each.notes, ...notesOnRefused(each, outcomes, facts)],
    })),
    left,
    notes: [
      ...notesOnClasses(objects.classes),
      ...notesOnConfig(config),
      ...notesOnDefaults(own, facts, config),
    ],
  };
}

/** Outcome for an Ingress before its rules have names. */
interface Outcome extends Omit<MigratedIngress, 'rules'> {
  readonly name: string;
  readonly drafts: readonly DraftRule[];
}

function outcomeOf(read: ReadIngress, context: RuleContext): Outcome {
  const { ingress, lines, settings } = read;
  const key = keyOfIngress(ingress);
  const refused = lines.filter(({ verdict }) => verdict === 'refused');
  const whole: TranslatedIngress = settings.canary
    ? { rules: [], problems: context.facts.strays.get(key) ?? [], notes: [] }
    : translatedRules(read, context);
  const problems = [
    ...refused.map(({ name, text }) => `${name}: ${text}`),
    ...whole.problems,
    ...(settings.canary ? [] : problemsOfConfig(context.config)),
  ];
  const { name, namespace } = ingress.metadata;
  return {
    ingress: key,
    name,
    namespace,
    lines,
    drafts: problems.length === 0 ? whole.rules : [],
    problems,
    notes: [
      ...whole.notes,
      ...notesOn(read),
      ...(settings.canary && problems.length === 0 ? ['its rules stand at the main Ingress'] : []),
    ],
  };
}

/** Outcomes whose rules have names, of which each namespace has one for one rule. */
function withNames(outcomes: readonly Outcome[]): readonly MigratedIngress[] {
  const unnamed = outcomes.flatMap(({ name, namespace = '', drafts }) =>
    drafts.map(({ at, does, part, http, tls }) => ({
      namespace,
      ingress: name,
      at,
      does,
      place: JSON.stringify([
        http?.domainName ?? tls?.domainName,
        http?.domainPath,
        http?.policy?.match,
        part,
      ]),
    })),
  );
  const names = namesFor(unnamed);
  let next = 0;
  return outcomes.map(({ name: _, drafts, ...rest }) => ({
    ...rest,
    rules: drafts.map((draft) => {
      const name = names[next] ?? '';
      next += 1;
      return { ...draft, name };
    }),
  }));
}

/** Notes on requests for paths of Ingresses without rules, which rules of this one for shorter paths would get. */
function notesOnRefused(
  { ingress, rules }: MigratedIngress,
  outcomes: readonly MigratedIngress[],
  { servers }: HostFacts,
): readonly string[] {
  const refused = new Set(outcomes.flatMap((each) => (each.problems.length > 0 ? [each.ingress] : [])));
  const hosts = refused.size === 0 ? [] : [...new Set(rules.map(({ http }) => http?.domainName ?? ''))];
  return hosts.flatMap((host) => {
    const own = rules.flatMap(({ http }) => (http?.domainName === host ? [http.domainPath ?? '/'] : []));
    const lost = (servers.get(host)?.locations ?? []).filter(({ read }) =>
      refused.has(keyOfIngress(read.ingress)),
    );
    return lost
      .filter(({ path }) => own.some((each) => each === '/' || path.path.startsWith(`${each}/`)))
      .map(
        ({ read, path }) =>
          `until Ingress ${keyOfIngress(read.ingress)} has rules, requests for ${host}${path.path} are answered by those of ${ingress}: do not move DNS before`,
      );
  });
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
