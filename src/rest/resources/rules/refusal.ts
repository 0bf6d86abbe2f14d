import type { NameRefusal } from '../../../names/gate.ts';
import { type Name, portOf } from '../../../names/name.ts';
import { refusalText } from '../../../names/text.ts';
import type { ProblemName } from '../../problem/problem.ts';

/** Problem of a refused name, and its message. */
interface NameFault {
  readonly problem: ProblemName;
  /** Member at fault of the rule's half, in the contract's spelling. */
  readonly member: string;
  readonly message: string;
}

/** Problem of a refusal. */
export function faultOf(name: Name, refusal: NameRefusal): NameFault {
  const isHost = portOf(name) === undefined;
  return {
    problem: isHost ? PROBLEM_OF_HOST[refusal.type] : PROBLEM_OF_PORT[refusal.type],
    member: isHost ? 'domain_name' : 'end_point',
    message: refusalText(name, refusal),
  };
}

/** Problems by the type of a refusal. */
const PROBLEM_OF_HOST = {
  'declared-for-other': 'nameNotDeclared',
  'declared-twice': 'nameNotDeclared',
  'unreadable-declaration': 'nameNotDeclared',
  'outside-own-declaration': 'nameNotDeclared',
  'undeclared-refused': 'nameNotDeclared',
  'needs-declaration': 'nameNotDeclared',
  held: 'hostTaken',
  presented: 'hostTaken',
  kept: 'hostTaken',
  limit: 'teamLimit',
} as const satisfies Record<NameRefusal['type'], ProblemName>;

const PROBLEM_OF_PORT = { ...PROBLEM_OF_HOST, held: 'addressTaken', kept: 'addressTaken' } as const;
