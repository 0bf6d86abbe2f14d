import type { InstallPreview } from '../../api/marketinstall.ts';
import type { ChangedObject } from '../../api/preview.ts';
import { fieldsOf } from '../../base/fields.ts';
import { keyOf } from '../../kube/object.ts';
import type { Entry } from '../../match/entry.ts';
import { shadowText } from '../../match/planned.ts';
import { diffBetween, NOTHING } from '../../objects/shown.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import { effective, protocolOf } from '../../rule/effective.ts';
import { inertExtensions } from '../../rule/inert.ts';
import { plainLine } from '../text/line.ts';
import type { Rehearsed } from './rehearse.ts';

/** Lines of the difference of one object; none where nothing changes. Pure. */
export function drawObject({ before, after }: Rehearsed): string[] {
  const lines = diffBetween(before === undefined ? NOTHING : fieldsOf(before), fieldsOf(after));
  const action = before === undefined ? 'create' : 'change';
  return lines?.length === 0 ? [] : withHead(action, `${after.kind}/${keyOf(after)}`, lines);
}

/** Lines of what an install would create, change and delete; none where that is nothing. Pure. */
export function drawChanges(namespace: string, { counts, objects = [], ...rest }: InstallPreview): string[] {
  const { unchanged: _unchanged, ...changed } = counts ?? { unchanged: 0 };
  const more = Object.values(changed).reduce((sum, count) => sum + count, 0) - objects.length;
  return [
    ...objects.flatMap(({ action, kind, name, diff }) =>
      withHead(action, `${kind}/${namespace}/${name}`, diff?.split('\n')),
    ),
    ...(more > 0 ? [note(`and ${more} more objects`)] : []),
    ...(rest.problems ?? []).map((problem) => note(`it could not be applied now: ${problem}`)),
    ...(rest.notApplied ?? []).map(({ path, why }) => note(`without effect here: ${path}: ${why}`)),
  ];
}

/** Notes on a rule that changes: its fields without effect, what gets its requests, and what only the operator knows. Pure. */
export function notesOnRule(rule: GatewayRule, shadow: Entry | undefined): string[] {
  const protocol = protocolOf(rule.spec);
  return [
    ...inertExtensions(effective(rule.spec)).map(({ key, why }) =>
      note(`without effect here: spec.${protocol}.ruleExtensions[${key}]: ${why}`),
    ),
    ...(shadow === undefined ? [] : [note(shadowText(shadow))]),
    note(
      `what Stoa makes of GatewayRule ${keyOf(rule)} shows when it is stored: kubectl stoa why rule/${rule.metadata.name}`,
    ),
  ];
}

/** Line that is no part of a diff. Pure. */
export function note(text: string): string {
  return plainLine(`# ${text}`);
}

function withHead(
  action: ChangedObject['action'],
  path: string,
  lines: readonly string[] | undefined,
): string[] {
  const [old, recent] = [
    action === 'create' ? '/dev/null' : `a/${path}`,
    action === 'delete' ? '/dev/null' : `b/${path}`,
  ];
  const rest = lines ?? (action === 'delete' ? [] : [note('there is no room for the diff')]);
  return [`--- ${old}`, `+++ ${recent}`, ...rest].map(plainLine);
}
