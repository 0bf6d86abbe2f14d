import { firstFew } from '../base/text.ts';
import type { KubeObject } from '../kube/object.ts';
import { byAge } from '../objects/age.ts';
import { type DeclarationProblem, readDeclared } from './declared.ts';
import { type Name, portOf } from './name.ts';
import { isOffered, type PortRange, rangesText } from './ports.ts';
import type { TeamLimits, TeamSettings } from './settings.ts';
import { hasTeamLabel, type TeamPolicy, teamOf } from './team.ts';
import { NameTree } from './tree.ts';

/** Part of the configuration that declares names. */
export interface DeclarationSettings {
  readonly teams: Readonly<Record<string, TeamSettings>>;
  readonly teamPolicy: TeamPolicy;
  readonly limits: TeamLimits;
  readonly autoSsl: {
    readonly issuer?: string | undefined;
    readonly issuers?: readonly string[] | undefined;
  };
}

/** Declaration of a host, or of a range of ports, for one team. */
export interface Declaration {
  readonly pattern: string;
  /** Owner as text: a team of the configuration, or a Namespace. */
  readonly owner: string;
  /** Time until which rules that stood before keep their place. */
  readonly enforcedFrom?: Date | undefined;
}

/** Standing of a namespace to a name by the declarations alone. */
export type Entitlement =
  /** Nobody has declared the name, and the namespace is not confined to declared ones. */
  { readonly type: 'free' } | { readonly type: 'own' } | DeclarationRefusal;

/** Refusal by a declaration; with a time until which a rule that stands keeps its place. */
export type DeclarationRefusal = {
  readonly enforcedFrom?: Date | undefined;
} & (
  | { readonly type: 'declared-for-other'; readonly pattern: string; readonly owner: string }
  /** The Namespace declares what is declared for another team already. */
  | { readonly type: 'declared-twice'; readonly pattern: string; readonly owner: string }
  /** The configuration declares it for a team that one Namespace is by its label and another by its name. */
  | { readonly type: 'contested'; readonly pattern: string; readonly owner: string }
  | { readonly type: 'unreadable-declaration'; readonly problem: DeclarationProblem }
  | { readonly type: 'outside-own-declaration'; readonly declared: string }
);

/** A range of ports that is declared. */
interface DeclaredRange extends Declaration, PortRange {}

/** Declarations for one namespace, and its limits. */
interface TeamNamespace {
  /** Owners whose declarations are for it. */
  readonly owners: readonly string[];
  /** Owner whose declarations are for it, and for a Namespace that is the same team in another way. */
  readonly contested?: string | undefined;
  readonly hosts: readonly string[];
  readonly ports: readonly PortRange[];
  readonly issuers?: readonly string[] | undefined;
  readonly limits: TeamLimits;
  readonly enforcedFrom?: Date | undefined;
  readonly problems: readonly DeclarationProblem[];
}

/**
 * Declarations of names, by the configuration and by annotations of Namespaces. Of two for one pattern, that of the
 * configuration counts, else that of the older Namespace.
 */
export class Declarations {
  readonly #hosts = new NameTree<Declaration>();
  readonly #ports: DeclaredRange[] = [];
  readonly #namespaces = new Map<string, TeamNamespace>();
  /** Kinds of names of which some are declared. */
  readonly #kinds = new Set<DeclarationProblem['about']>();
  readonly #settings: DeclarationSettings;

  constructor(settings: DeclarationSettings, namespaces: readonly KubeObject[]) {
    this.#settings = settings;
    for (const [team, { hosts, ports }] of Object.entries(settings.teams)) {
      this.#declare(ownerOfTeam(team), hosts, ports);
    }
    const contested = contestedTeams(namespaces, settings.teamPolicy);
    for (const namespace of namespaces.toSorted(byAge)) {
      this.#addNamespace(namespace, contested);
    }
  }

  /** Whether the namespace is one of a team. */
  isTeam(namespace: string): boolean {
    return this.#namespaces.has(namespace);
  }

  /** Whether hosts, or ports, are declared for any team; an annotation that cannot be read was meant to. */
  hasAny(kind: 'hosts' | 'ports'): boolean {
    return this.#kinds.has(kind);
  }

  /** Whether two namespaces share declarations. */
  areOneTeam(a: string, b: string): boolean {
    const owners = this.#namespaces.get(a)?.owners ?? [];
    return this.#namespaces.get(b)?.owners.some((owner) => owners.includes(owner)) ?? false;
  }

  /** Standing of a namespace to a name. */
  check(name: Name, namespace: string): Entitlement {
    const port = portOf(name);
    return port === undefined ? this.#checkHost(name, namespace) : this.#checkPort(port, namespace);
  }

  /** Limits of a namespace. */
  limitsOf(namespace: string): TeamLimits {
    return this.#namespaces.get(namespace)?.limits ?? this.#settings.limits;
  }

  /** Issuers of certificates that rules of a namespace may name; undefined where nobody has said which. */
  issuersOf(namespace: string): readonly string[] | undefined {
    const { issuer, issuers } = this.#settings.autoSsl;
    const all = issuers ?? (issuer === undefined ? undefined : [issuer]);
    return this.#namespaces.get(namespace)?.issuers ?? all;
  }

  /** Entries of annotations that cannot be read, of all Namespaces. */
  problems(): readonly (DeclarationProblem & { readonly namespace: string })[] {
    return [...this.#namespaces].flatMap(([namespace, { problems }]) =>
      problems.map((problem) => ({ ...problem, namespace })),
    );
  }

  #declare(owner: string, hosts: readonly string[], ports: readonly PortRange[], enforcedFrom?: Date): void {
    if (hosts.length > 0) {
      this.#kinds.add('hosts');
    }
    if (ports.length > 0) {
      this.#kinds.add('ports');
    }
    for (const pattern of hosts) {
      this.#hosts.add(pattern, owner, { pattern, owner, enforcedFrom });
    }
    this.#ports.push(
      ...ports.map((range) => ({ ...range, pattern: `ports ${rangesText([range])}`, owner, enforcedFrom })),
    );
  }

  #addNamespace(namespace: KubeObject, contested: ReadonlySet<string>): void {
    const { metadata } = namespace;
    const team = teamOf(namespace, this.#settings.teamPolicy) ?? '';
    const configured = Object.hasOwn(this.#settings.teams, team) ? this.#settings.teams[team] : undefined;
    const { hosts, ports, issuers, enforcedFrom, problems } = readDeclared(metadata.annotations);
    const owner = `Namespace ${metadata.name}`;
    this.#declare(owner, hosts, ports, enforcedFrom);
    for (const { about } of problems) {
      this.#kinds.add(about);
    }
    this.#namespaces.set(metadata.name, {
      owners: configured === undefined || contested.has(team) ? [owner] : [owner, ownerOfTeam(team)],
      contested: contested.has(team) ? ownerOfTeam(team) : undefined,
      hosts: [...(configured?.hosts ?? []), ...hosts],
      ports: [...(configured?.ports ?? []), ...ports],
      issuers: contested.has(team) ? issuers : (configured?.issuers ?? issuers),
      limits: { ...this.#settings.limits, ...configured?.limits },
      enforcedFrom,
      problems,
    });
  }

  #checkHost(host: Name, namespace: string): Entitlement {
    const own = this.#namespaces.get(namespace);
    const [governing = []] = this.#hosts.covering(host);
    const foreign = this.#foreignWithin(host, own?.owners ?? []);
    const standing = standingTo(governing, own, 'hosts');
    // A wildcard takes requests of every name below it, whoever has declared the wildcard.
    return foreign !== undefined && (standing.type === 'own' || standing.type === 'free')
      ? { ...foreign, type: 'declared-for-other' }
      : standing;
  }

  /** A pattern below a wildcard that counts as declared for none of some owners. */
  #foreignWithin(host: Name, owners: readonly string[]): Declaration | undefined {
    for (const each of this.#hosts.within(host, (owner) => !owners.includes(owner))) {
      const [[first] = []] = this.#hosts.covering(each.pattern);
      if (first !== undefined && !owners.includes(first.owner)) {
        return first;
      }
    }
    return undefined;
  }

  #checkPort(port: number, namespace: string): Entitlement {
    const governing = this.#ports.filter((range) => isOffered(port, [range]));
    return standingTo(governing, this.#namespaces.get(namespace), 'ports');
  }
}

/** Standing by the declarations of the most specific pattern for a name, the one that counts first. */
function standingTo(
  governing: readonly Declaration[],
  own: TeamNamespace | undefined,
  about: 'hosts' | 'ports',
): Entitlement {
  const [first] = governing;
  if (first === undefined) {
    return undeclared(own, about);
  }
  const isOwn = ({ owner }: Declaration) => own?.owners.includes(owner) ?? false;
  if (isOwn(first)) {
    return { type: 'own' };
  }
  const { pattern, owner, enforcedFrom } = first;
  if (owner === own?.contested) {
    return { type: 'contested', pattern, owner };
  }
  return {
    type: governing.some(isOwn) ? 'declared-twice' : 'declared-for-other',
    pattern,
    owner,
    enforcedFrom,
  };
}

/** Standing to a name that no declaration covers. */
function undeclared(own: TeamNamespace | undefined, about: 'hosts' | 'ports'): Entitlement {
  const problem = own?.problems.find((each) => each.about === about);
  if (own !== undefined && problem !== undefined) {
    return { type: 'unreadable-declaration', problem, enforcedFrom: own.enforcedFrom };
  }
  if (own === undefined || own[about].length === 0) {
    return { type: 'free' };
  }
  const declared = about === 'hosts' ? firstFew(own.hosts, SHOWN, ', ') : rangesText(own.ports);
  return { type: 'outside-own-declaration', declared, enforcedFrom: own.enforcedFrom };
}

/**
 * Teams that one Namespace is by its label and another by its name. What is declared for such a team goes to neither anew:
 * the label would take it from the name, or the name from the label.
 */
function contestedTeams(namespaces: readonly KubeObject[], policy: TeamPolicy): ReadonlySet<string> {
  const labelled = new Set(namespaces.filter(hasTeamLabel).map((each) => teamOf(each, policy)));
  const named = namespaces.filter((each) => !hasTeamLabel(each)).map(({ metadata }) => metadata.name);
  return new Set(named.filter((name) => labelled.has(name)));
}

/** Most entries of a list in a message. */
const SHOWN = 10;

function ownerOfTeam(team: string): string {
  return `team ${team}`;
}
