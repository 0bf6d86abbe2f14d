import { isDeepStrictEqual } from 'node:util';
import type { Case, RuleBody } from './case.ts';
import { createRule } from './rest.ts';
import type { Scene } from './scene.ts';

/** Creates one rule for each value that a case varies: some must be accepted, others rejected. */
export async function playValues(scene: Scene, { member, accept, reject }: NonNullable<Case['vary']>) {
  const wanted = [
    ...accept.map((value) => ({ value, verdict: 'accept' as const })),
    ...reject.map((value) => ({ value, verdict: 'reject' as const })),
  ];
  const complaints: string[] = [];
  for (const { value, verdict } of wanted) {
    const difference = scene.differences.find((one) => one.of === 'value' && one.value === value);
    const status = (difference?.of === 'value' ? difference.ours : verdict) === 'accept' ? 200 : 400;
    complaints.push(...(await complaintsOfCreation(scene, member, value, status)));
    // The next rule may have the same host, path and component.
    await scene.team.clear();
  }
  throwIfAny(complaints);
}

/** Creates one rule for each text of a case and compares the stored pairs. */
export async function playPairs(scene: Scene, { member, rows }: NonNullable<Case['parse']>) {
  const complaints: string[] = [];
  for (const { value, pairs } of rows) {
    const difference = scene.differences.find((one) => one.of === 'pairs' && one.value === value);
    const wanted = difference?.of === 'pairs' ? difference.ours : pairs;
    const status = wanted === 'reject' ? 400 : 200;
    complaints.push(...(await complaintsOfCreation(scene, member, value, status)));
    const stored = (await scene.team.rules()).map(({ spec }) => spec.http?.domainCookie);
    if (wanted !== 'reject' && !isDeepStrictEqual(stored, [wanted])) {
      complaints.push(`${JSON.stringify(value)} is stored as ${JSON.stringify(stored)}`);
    }
    await scene.team.clear();
  }
  throwIfAny(complaints);
}

/** Throws all complaints as one error. */
export function throwIfAny(complaints: readonly string[]): void {
  if (complaints.length > 0) {
    throw new Error(complaints.join('\n'));
  }
}

async function complaintsOfCreation(
  { stage, team, one }: Scene,
  member: string,
  value: unknown,
  status: number,
) {
  const created = await createRule(stage, team, opened(withMember(one.rule, member, value)));
  return created.status === status
    ? []
    : [`${member} ${JSON.stringify(value)}: ${created.status} instead of ${status}: ${created.text}`];
}

/** Body of a rule that opens the port of its component, unless the case sets that. */
export function opened(body: RuleBody): RuleBody {
  return body.http === undefined ? body : { ...body, http: { whether_open: true, ...body.http } };
}

/** Copy of a rule's body with a value at a member such as `http.configuration.set_headers[0].key`. */
function withMember(body: RuleBody, member: string, value: unknown): RuleBody {
  const copy = structuredClone(body);
  const keys = member.split(/[.[\]]+/).filter((key) => key !== '');
  const last = keys.pop() ?? '';
  let place: Record<string, unknown> = copy;
  for (const key of keys) {
    place = place[key] as Record<string, unknown>;
  }
  place[last] = value;
  return copy;
}
