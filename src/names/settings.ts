import { z } from 'zod';
import { hostSchema } from '../api/grammar.ts';
import { readPorts } from './ports.ts';

/** Ports and ranges such as `30000-30099, 31000`. */
export const portsSchema = z.string().transform((text, context) => {
  const reading = readPorts(text);
  if (reading.type === 'valid') {
    return reading.ranges;
  }
  context.addIssue(reading.message);
  return z.NEVER;
});

const ISSUER = /^(clusterissuer|issuer)\/[a-z0-9][-a-z0-9.]*$/;

/** Issuer of certificates: `clusterissuer/<name>` or `issuer/<name>`. */
export const issuerSchema = z.string().regex(ISSUER, 'must be clusterissuer/<name> or issuer/<name>');

const most = z.int().min(0).max(1_000_000);

/** Limits of one team; none where left out. */
const teamLimitsSchema = z.strictObject({
  /** Most hosts, each wildcard counted once. */
  hosts: most.optional(),
  /** Most TCP and UDP ports. */
  ports: most.optional(),
  /** Most rules. */
  rules: most.optional(),
});

const teamSchema = z.strictObject({
  /** Hosts that are the team's alone, `*.x` with all names below `x`; a team that has some may have no others. */
  hosts: z.array(hostSchema).default([]),
  /** Ports that are the team's alone; a team that has some may have no others. */
  ports: portsSchema.prefault(''),
  /** Issuers that the team's rules may name, in place of those of `gateway.autoSsl`. */
  issuers: z.array(issuerSchema).optional(),
  /** Limits in place of those of `gateway.limits`. */
  limits: teamLimitsSchema.prefault({}),
});

/** Settings of which namespaces are teams, the section `teams` of the configuration. */
export const teamsSchema = z.strictObject({
  /** Teams: the namespaces with the label `stoa.dev/team`, or also every other one, by its own name. */
  mode: z.enum(['labelled', 'namespaces']).default('labelled'),
  /** Namespaces that are no teams by their names, beside `kube-*`, that of the operator and that of the Gateway. */
  excludedNamespaces: z
    .array(z.string().regex(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/, 'must be the name of a namespace'))
    .default([]),
});

/** Choices for names that nobody has declared. */
const UNDECLARED = ['auto', 'first-come', 'refuse'] as const;

/** Choice for names that nobody has declared. */
export type Undeclared = (typeof UNDECLARED)[number];

/** Settings of who may have which names, in the section `gateway` of the configuration. */
export const nameSettings = {
  /** Teams by their names: the value of the label `stoa.dev/team`, or the name of a namespace, as `teams` says. */
  teams: z.record(z.string().min(1), teamSchema).default({}).superRefine(refuseShared),
  /** Limits of every team. */
  limits: teamLimitsSchema.prefault({}),
  /**
   * Names that nobody has declared: the first team's that wants them, or nobody's. With `auto`, hosts are nobody's anew
   * as soon as a host is declared for any team, and ports as soon as a port is.
   */
  undeclared: z.enum(UNDECLARED).default('auto'),
  claims: z
    .strictObject({
      /** Time for which a released name stays with its team: seconds, minutes, hours or days, such as 30m. */
      keepFor: z
        .string()
        .regex(/^\d{1,6}(s|m|h|d)$/, 'must be a number with s, m, h or d, such as 30m')
        .default('1h'),
    })
    .prefault({}),
};

/** Limits of one team. */
export type TeamLimits = Readonly<z.output<typeof teamLimitsSchema>>;

/** Names that the configuration declares for a team, and its limits. */
export type TeamSettings = Readonly<z.output<typeof teamSchema>>;

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of a time such as `30m`. */
export function settingMs(text: string): number {
  return Number(text.slice(0, -1)) * (UNIT_MS[text.slice(-1)] ?? 0);
}

/** Refuses a host, or a port, that two teams declare. */
function refuseShared(teams: Readonly<Record<string, TeamSettings>>, context: z.RefinementCtx): void {
  const hosts = new Map<string, string>();
  const ports: (TeamSettings['ports'][number] & { readonly team: string })[] = [];
  for (const [team, declared] of Object.entries(teams)) {
    for (const host of declared.hosts) {
      const other = hosts.get(host);
      if (other !== undefined && other !== team) {
        context.addIssue({ code: 'custom', path: [team, 'hosts'], message: twice(host, other) });
      }
      hosts.set(host, team);
    }
    for (const { from, to } of declared.ports) {
      const other = ports.find((each) => each.team !== team && each.from <= to && from <= each.to);
      if (other !== undefined) {
        const shared = `port ${Math.max(from, other.from)}`;
        context.addIssue({ code: 'custom', path: [team, 'ports'], message: twice(shared, other.team) });
      }
      ports.push({ from, to, team });
    }
  }
}

function twice(name: string, other: string): string {
  return `must not have ${name}, which is declared for team ${other}: declare it for one team`;
}
