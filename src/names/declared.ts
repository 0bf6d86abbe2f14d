import { hostSchema } from '../api/grammar.ts';
import { NAME_ANNOTATIONS } from '../api/group.ts';
import { type PortRange, readPorts } from './ports.ts';
import { issuerSchema } from './settings.ts';

/** Declarations by the annotations of a team's Namespace. */
export interface Declared {
  readonly hosts: readonly string[];
  readonly ports: readonly PortRange[];
  /** Missing where nothing is declared. */
  readonly issuers?: readonly string[];
  /** Time until which rules that stood before keep what the declarations take from them. */
  readonly enforcedFrom?: Date;
  /** Entries that cannot be read. */
  readonly problems: readonly DeclarationProblem[];
}

/** Annotation with an entry that cannot be read. What it was for is nobody's until it is mended. */
export interface DeclarationProblem {
  readonly about: 'hosts' | 'ports' | 'issuers' | 'time';
  readonly annotation: string;
  readonly message: string;
}

/** Most entries of an annotation that count. */
const MOST = 1_000;

/** Reads the declarations of a Namespace. */
export function readDeclared(annotations: Readonly<Record<string, string>> = {}): Declared {
  const hosts = listOf(annotations, 'hosts', (host) => hostSchema.safeParse(host).success);
  const issuers = listOf(annotations, 'issuers', (issuer) => issuerSchema.safeParse(issuer).success);
  const ports = portsOf(annotations[NAME_ANNOTATIONS.ports]);
  const time = timeOf(annotations[NAME_ANNOTATIONS.hostsEnforcedFrom]);
  return {
    hosts: hosts.entries,
    ports: ports.ranges,
    ...(annotations[NAME_ANNOTATIONS.issuers] === undefined ? {} : { issuers: issuers.entries }),
    ...(time.enforcedFrom === undefined ? {} : { enforcedFrom: time.enforcedFrom }),
    problems: [...hosts.problems, ...ports.problems, ...issuers.problems, ...time.problems],
  };
}

function listOf(
  annotations: Readonly<Record<string, string>>,
  about: 'hosts' | 'issuers',
  isValid: (entry: string) => boolean,
): { readonly entries: readonly string[]; readonly problems: readonly DeclarationProblem[] } {
  const annotation = NAME_ANNOTATIONS[about];
  const all = (annotations[annotation] ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const bad = all.find((entry) => !isValid(entry));
  const message =
    bad === undefined
      ? `has more than ${MOST} entries`
      : `${JSON.stringify(bad.slice(0, 260))} cannot be read`;
  const isBad = bad !== undefined || all.length > MOST;
  return {
    entries: all.slice(0, MOST).filter(isValid),
    problems: isBad ? [{ about, annotation, message }] : [],
  };
}

function portsOf(text = ''): {
  readonly ranges: readonly PortRange[];
  readonly problems: readonly DeclarationProblem[];
} {
  const reading = readPorts(text);
  return reading.type === 'valid'
    ? { ranges: reading.ranges.slice(0, MOST), problems: [] }
    : {
        ranges: [],
        problems: [{ about: 'ports', annotation: NAME_ANNOTATIONS.ports, message: reading.message }],
      };
}

function timeOf(text: string | undefined): {
  readonly enforcedFrom?: Date;
  readonly problems: readonly DeclarationProblem[];
} {
  if (text === undefined) {
    return { problems: [] };
  }
  const time = RFC_3339.test(text) ? new Date(text) : new Date(Number.NaN);
  return Number.isNaN(time.getTime())
    ? {
        problems: [
          {
            about: 'time',
            annotation: NAME_ANNOTATIONS.hostsEnforcedFrom,
            message: 'must be a time such as 2027-01-31T12:00:00Z',
          },
        ],
      }
    : { enforcedFrom: time, problems: [] };
}

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;
