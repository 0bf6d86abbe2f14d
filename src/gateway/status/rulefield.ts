import { API_USES, type Feature } from '../../engines/fields.ts';

/** Fields that may not be in effect although the engine supports them. */
const FIELDS = [
  'http.configuration',
  'http.policy',
  'http.certificateId',
  'http.certificateName',
  'http.issuerRef',
  'http.autoSsl',
  'http.autoSslConfig',
  'tcp.endPoint.ip',
] as const;

/** Lists of extensions, whose keys are free. */
const EXTENSIONS = ['http.ruleExtensions', 'tcp.ruleExtensions'] as const;

/** Field of a rule that may not be in effect, as a path below `spec`. */
export type RuleField = Feature | (typeof FIELDS)[number] | `${(typeof EXTENSIONS)[number]}[${string}]`;

/** Names of fields without what users choose, the longest first: one may begin with another. */
const NAMES: readonly string[] = [...Object.keys(API_USES), ...FIELDS, ...EXTENSIONS].toSorted(
  (left, right) => right.length - left.length,
);

/** Name of the field with which a text begins; that of the list for an extension of another key. */
export function fieldNameIn(text: string): string | undefined {
  return NAMES.find((name) => text.startsWith(name));
}
