import { mergedParts } from '../engines/ability.ts';
import type { ClaimedField } from '../engines/fields.ts';
import { type ControllerConfig, type Default, defaultOf } from './config.ts';
import type { Ingress } from './ingress.ts';
import { type AnnotationContext, PREFIX, type Reading, type Row } from './row.ts';
import type { Settings } from './settings.ts';
import { ROWS } from './table.ts';
import { booleanIn } from './values.ts';

/** Outcome for one annotation. */
export interface AnnotationLine {
  readonly name: string;
  readonly value: string;
  readonly from: 'ingress' | Default['from'];
  readonly verdict: 'field' | 'same' | 'ignored' | 'left' | 'refused';
  readonly text: string;
  readonly feature?: ClaimedField;
}

/** Annotations of an Ingress, read. */
export interface ReadAnnotations {
  readonly settings: Settings;
  readonly lines: readonly AnnotationLine[];
}

/** Configuration of the controller, and the ConfigMaps that annotations may name. */
export interface Surroundings {
  readonly config: ControllerConfig;
  readonly configMaps: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

/** Annotations of an Ingress as ingress-nginx takes them, row by row of the table. Pure. */
export function readAnnotations(
  { metadata }: Ingress,
  { config, configMaps }: Surroundings,
): ReadAnnotations {
  const own = ownAnnotations(metadata.annotations ?? {});
  const withoutGlobalAuth = booleanIn(own['enable-global-auth'] ?? 'true') === false;
  const usual = (name: string) =>
    withoutGlobalAuth && name.startsWith('auth-') ? undefined : defaultOf(name, config);
  const context: AnnotationContext = {
    namespace: metadata.namespace ?? '',
    other: (name) => own[name] ?? usual(name)?.value,
    configMap: (key) => configMaps.get(key),
  };
  const read = Object.entries(ROWS).flatMap(([name, row]): readonly OneRead[] => {
    const fallback = usual(name);
    const value = own[name] ?? fallback?.value;
    if (value === undefined) {
      return [];
    }
    const from = Object.hasOwn(own, name) ? 'ingress' : (fallback?.from ?? 'ingress');
    const first = readOne({ name, value, from }, row, context);
    const again =
      first.line.verdict === 'ignored' && from === 'ingress' && row.verdict === 'field' && fallback;
    return again ? [first, readOne({ name, ...again }, row, context)] : [first];
  });
  const unknown = Object.entries(own).filter(([name]) => !Object.hasOwn(ROWS, name));
  const settings: Settings = mergedParts(read.map((each) => each.settings));
  const lines = [
    ...read.map(({ line }) => line),
    ...unknown.map(([name, value]) => unknownLine(name, value)),
  ];
  return { settings, lines: settings.canary ? lines.flatMap(ofCanary) : lines };
}

/** Line of a canary, whose other annotations do not count. */
function ofCanary(line: AnnotationLine): readonly AnnotationLine[] {
  if (line.name.startsWith('canary')) {
    return [line];
  }
  const { name, value, from } = line;
  const text = 'ignored: a canary has the annotations of its main Ingress';
  return from === 'ingress' ? [{ name, value, from, verdict: 'ignored', text }] : [];
}

function ownAnnotations(annotations: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const own = Object.entries(annotations).filter(([key]) => key.startsWith(PREFIX));
  return Object.fromEntries(own.map(([key, value]) => [key.slice(PREFIX.length), value.trim()]));
}

function unknownLine(name: string, value: string): AnnotationLine {
  const text = 'ignored: ingress-nginx has no such annotation';
  return { name, value, from: 'ingress', verdict: 'ignored', text };
}

interface OneRead {
  readonly line: AnnotationLine;
  readonly settings?: Settings;
}

type Given = Pick<AnnotationLine, 'name' | 'value' | 'from'>;

function readOne(given: Given, row: Row, context: AnnotationContext): OneRead {
  const line = (verdict: AnnotationLine['verdict'], text: string): OneRead => ({
    line: { ...given, verdict, text },
  });
  switch (row.verdict) {
    case 'same':
      return line('same', row.how);
    case 'with': {
      const main = row.of.find((name) => context.other(name) !== undefined);
      return main === undefined
        ? line('ignored', `ignored without ${row.of.join(' and ')}`)
        : line('field', `read with ${main}`);
    }
    case 'refused':
      if (row.unless?.includes(given.value)) {
        return line('same', 'as a rule does it');
      }
      return line(row.made ? 'left' : 'refused', `${row.why}: ${row.instead}`);
    case 'field':
      return readField(given, row, row.read(given.value, context));
  }
}

function readField(given: Given, row: Extract<Row, { verdict: 'field' }>, read: Reading): OneRead {
  switch (read.type) {
    case 'read': {
      const text = [`spec.${row.field}`, ...(read.note === undefined ? [] : [read.note])].join(': ');
      const feature = row.feature === undefined ? {} : { feature: row.feature };
      return { line: { ...given, verdict: 'field', text, ...feature }, settings: read.settings };
    }
    case 'same':
      return { line: { ...given, verdict: 'same', text: 'as a rule does it' } };
    case 'refused':
      return { line: { ...given, verdict: read.made ? 'left' : 'refused', text: read.why } };
    case 'bad':
      return row.bad === 'ignored'
        ? { line: { ...given, verdict: 'ignored', text: 'ignored: ingress-nginx does not understand it' } }
        : { line: { ...given, verdict: 'refused', text: 'ingress-nginx refuses the Ingress for it' } };
  }
}
