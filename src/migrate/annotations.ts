import { configurationSchema } from '../api/gatewayrule.ts';
import { policySchema } from '../api/policy.ts';
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
  /** Whether it holds for the whole host. */
  readonly ofHost?: true;
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
  const { own, empty } = ownAnnotations(metadata.annotations ?? {});
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
    ...empty.map((name) => emptyLine(name)),
    ...unknown.map(([name, value]) => unknownLine(name, value)),
  ];
  return { settings, lines: settings.canary ? lines.flatMap(ofCanary) : lines };
}

/** Line of a canary, whose other annotations do not count, but for those on the certificates of clients. */
function ofCanary(line: AnnotationLine): readonly AnnotationLine[] {
  if (line.name.startsWith('canary') || line.name.startsWith('auth-tls-')) {
    return [line];
  }
  const { name, value, from } = line;
  const text = 'ignored: a canary has the annotations of its main Ingress';
  return from === 'ingress' ? [{ name, value, from, verdict: 'ignored', text }] : [];
}

/** Annotations for ingress-nginx by their names, and the names of those without a value. */
function ownAnnotations(annotations: Readonly<Record<string, string>>) {
  const all = Object.entries(annotations).flatMap(([key, value]) =>
    key.startsWith(PREFIX) ? [[key.slice(PREFIX.length), value.trim()] as const] : [],
  );
  const own: Readonly<Record<string, string>> = Object.fromEntries(all.filter(([, value]) => value !== ''));
  return { own, empty: all.flatMap(([name, value]) => (value === '' ? [name] : [])) };
}

function emptyLine(name: string): AnnotationLine {
  const text = 'ignored: ingress-nginx takes no empty value';
  return { name, value: '', from: 'ingress', verdict: 'ignored', text };
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
      return refusedLine(given, row, context);
    case 'field':
      return readField(given, row, row.read(given.value, context));
  }
}

function refusedLine(
  given: Given,
  row: Extract<Row, { verdict: 'refused' }>,
  context: AnnotationContext,
): OneRead {
  if (row.unless?.includes(given.value) || row.asks?.(given.value, context) === false) {
    return { line: { ...given, verdict: 'same', text: 'it asks for nothing here' } };
  }
  const text = `${row.why}: ${row.instead}`;
  const ofHost = row.ofHost === undefined ? {} : { ofHost: row.ofHost };
  return { line: { ...given, verdict: row.made ? 'left' : 'refused', text, ...ofHost } };
}

/** Fields without which a rule is as strict, and leads to the same place. */
const HARMLESS =
  /^http\.(configuration|ruleExtensions|policy\.(cors|mirror|retry|requestHeaders|responseHeaders))/;

/** Message of the schema of rules on what it does not take of settings; undefined where it takes all. */
function flawOf({ configuration = {}, policy = {} }: Settings): string | undefined {
  const failed = [configurationSchema.safeParse(configuration), policySchema.safeParse(policy)];
  return failed.flatMap(({ error }) => error?.issues ?? []).map(({ message }) => message)[0];
}

function readField(given: Given, row: Extract<Row, { verdict: 'field' }>, read: Reading): OneRead {
  const line = (verdict: AnnotationLine['verdict'], text: string): OneRead => ({
    line: { ...given, verdict, text },
  });
  switch (read.type) {
    case 'read':
      return settingsRead(given, row, read);
    case 'same':
      return line('same', 'as a rule does it');
    case 'unused':
      return line('ignored', `ignored: ${read.why}`);
    case 'refused':
      return line(read.made ? 'left' : 'refused', read.why);
    case 'bad':
      return row.bad === 'ignored'
        ? line('ignored', 'ignored: ingress-nginx does not understand it')
        : line('refused', 'ingress-nginx refuses the Ingress for it: mend the value, or take it out');
  }
}

function settingsRead(
  given: Given,
  row: Extract<Row, { verdict: 'field' }>,
  { settings, note }: Extract<Reading, { type: 'read' }>,
): OneRead {
  const flaw = flawOf(settings);
  if (flaw !== undefined) {
    const verdict = HARMLESS.test(row.field) ? 'left' : 'refused';
    return { line: { ...given, verdict, text: `no rule takes this value: ${flaw}` } };
  }
  const text = [`spec.${row.field}`, ...(note === undefined ? [] : [note])].join(': ');
  const feature = row.feature === undefined ? {} : { feature: row.feature };
  return { line: { ...given, verdict: 'field', text, ...feature }, settings };
}
