import { API_VERSION } from '../api/group.ts';
import { present } from '../base/fields.ts';
import { abridged } from '../base/text.ts';
import { visible } from '../base/visible.ts';
import type { Dialect } from '../engines/engine.ts';
import type { ClaimedField, Feature } from '../engines/fields.ts';
import type { ObjectDraft } from '../kube/object.ts';
import { yamlOf } from '../kube/yaml.ts';
import { GATEWAY_RULES } from '../objects/stoa.ts';
import type { AnnotationLine } from './annotations.ts';
import type { MigratedIngress, MigratedRule, Migration } from './migration.ts';
import { specOf } from './translated.ts';

/** Object of a rule. Pure. */
export function ruleDraft(rule: MigratedRule, namespace: string | undefined): ObjectDraft {
  return {
    apiVersion: API_VERSION,
    kind: GATEWAY_RULES.kind,
    metadata: present({ name: rule.name, namespace }),
    spec: specOf(rule),
  } as ObjectDraft;
}

/** Rules as YAML, with comments on what became of each annotation. Pure. */
export function* printed(migration: Migration, dialect: Dialect | undefined): Generator<string> {
  for (const note of migration.notes) {
    yield comment(note);
  }
  for (const { ingress, why } of migration.left) {
    yield comment(`Ingress ${ingress} is left alone: ${why}`);
  }
  for (const each of migration.ingresses) {
    for (const line of commentsOn(each, dialect)) {
      yield line;
    }
    for (const rule of each.rules) {
      yield ['---', ...rule.notes.map(comment), yamlOf(ruleDraft(rule, each.namespace)).trimEnd()].join('\n');
    }
  }
}

/** Comments on an Ingress. Pure. */
export function commentsOn(
  { ingress, lines, problems, notes, rules }: MigratedIngress,
  dialect: Dialect | undefined,
): readonly string[] {
  const count = rules.length === 1 ? '1 rule' : `${rules.length} rules`;
  const outcome = problems.length > 0 ? 'no rule is made of it' : count;
  return [
    comment(`Ingress ${ingress}: ${outcome}`),
    ...problems.map((text) => comment(`  ! ${text}`)),
    ...lines
      .filter(({ verdict }) => verdict !== 'refused')
      .map((line) => comment(`  ${lineText(line, dialect)}`)),
    ...notes.map((text) => comment(`  ${text}`)),
  ];
}

const SOURCES: Readonly<Record<AnnotationLine['from'], string>> = {
  ingress: '',
  config: ', of the controller’s configuration',
};

function lineText(
  { name, value, from, verdict, text, feature }: AnnotationLine,
  dialect: Dialect | undefined,
): string {
  const lost = verdict === 'left' ? 'left out: ' : '';
  const engine = feature === undefined || dialect === undefined ? '' : engineWord(feature, dialect);
  return `${name} ${JSON.stringify(abridged(value, MOST))}${SOURCES[from]}: ${lost}${text}${engine}`;
}

/** Most characters of a value that are shown. */
const MOST = 80;

function engineWord(feature: ClaimedField, { name, support }: Dialect): string {
  const found = feature in support ? support[feature as Feature] : undefined;
  if (found === undefined || found.level === 'full') {
    return '';
  }
  return ` (${name}: ${found.level === 'none' ? 'not' : 'partly'}: ${found.how})`;
}

function comment(text: string): string {
  // No text of an Ingress ends the comment, or looks as if it did.
  return `# ${visible(text)}`;
}
