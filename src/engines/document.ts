/** Writes the support of the dialects for each feature into docs/engines.md: `npm run generate`. */
import { readFile, writeFile } from 'node:fs/promises';
import { codes, markdownTable, withGenerated } from '../base/markdown.ts';
import type { Support } from './ability.ts';
import type { Dialect } from './engine.ts';
import { API_USES, type ApiUse, FEATURES, REDIRECT } from './fields.ts';
import { ENGINES } from './index.ts';

/** The page, whose generated part stands between two markers. */
export const ENGINES_PAGE = new URL('../../docs/engines.md', import.meta.url);

const BEGIN = '<!-- generated from src/engines by `npm run generate`: change it there -->';
const END = '<!-- end of what is generated -->';

const WORDS: Readonly<Record<Support['level'], string>> = { full: 'yes', close: 'partial', none: 'no' };

const CALLS = 'http.policy.match.grpc';

/** Support for listeners beside that for HTTP. */
const PORTS: readonly {
  readonly label: string;
  readonly support: (dialect: Dialect) => Support;
  /** Feature that an engine without a dialect must not leave out of its claims. */
  readonly feature?: string;
}[] = [
  { label: '`tcp`, transport TCP', support: ({ ports }) => ports.TCP },
  { label: '`tcp`, transport UDP', support: ({ ports }) => ports.UDP },
  { label: '`tcp`, ports without setup', support: ({ ports }) => ports.opened },
  { label: '`tls`', support: ({ passthrough }) => passthrough, feature: '`TLSRoute`' },
  {
    label: 'certificates of clients',
    support: ({ clientCertificates }) => clientCertificates,
    feature: '`GatewayFrontendClientCertificateValidation`',
  },
  { label: 'certificates in ListenerSets', support: ({ listenerSets }) => listenerSets },
];

/** The page with its generated part up to date. Throws an Error where a marker is missing. */
export function enginesPage(page: string): string {
  return withGenerated(page, BEGIN, END, [table(), ...differences(), beside(), claims()]);
}

/** Labels of all fields and ports, with their support. */
const SUPPORTS: readonly (readonly [label: string, support: (dialect: Dialect) => Support])[] = [
  ...FEATURES.map(
    (feature) => [`\`${feature}\``, ({ support }: Dialect): Support => support[feature]] as const,
  ),
  ...PORTS.map(({ label, support }) => [label, support] as const),
];

/** Level of each field and port, by engine. */
function table(): string {
  const redirect = [`\`${REDIRECT}\``, (): Support => ({ level: 'full', how: '' })] as const;
  const body = [redirect, ...SUPPORTS].map(([label, support]) => [
    label,
    ...ENGINES.map((dialect) => WORDS[support(dialect).level]),
  ]);
  return markdownTable([['field', ...ENGINES.map(({ name }) => name)], ...body]);
}

/** One statement on what an engine does differently. */
interface Difference {
  readonly label: string;
  readonly text: string;
  readonly engines: readonly string[];
}

/** Lists of what is partial: first what several engines share. */
function differences(): readonly string[] {
  const all = SUPPORTS.flatMap(([label, support]): readonly Difference[] => {
    const told = ENGINES.flatMap((dialect) =>
      statements(support(dialect)).map((text) => ({ text, engine: dialect.name })),
    );
    return [...Map.groupBy(told, ({ text }) => text)].map(([text, same]) => ({
      label,
      text,
      engines: same.map(({ engine }) => engine),
    }));
  });
  const shared = all.filter(({ engines }) => engines.length > 1);
  const ofEngines = Map.groupBy(shared, ({ engines }) =>
    engines.length === ENGINES.length ? 'all engines' : engines.join(', '),
  );
  const own = ENGINES.map(({ name }) => [
    `### Differences of ${name}`,
    itemsOf(all.filter(({ engines }) => engines.join() === name)),
  ]);
  const several = [...ofEngines].flatMap(([names, items]) => itemsOf(items, ` (${names})`));
  return ['### Differences of several engines', several, ...own.flat()].map((part) =>
    typeof part === 'string' ? part : part.join('\n'),
  );
}

/** Statements on a difference. What an engine lacks is in the table, and the condition of a rule says why. */
function statements({ level, how }: Support): readonly string[] {
  const told = level === 'close' ? how.split('; ') : [];
  const differences = told.filter((text) => !MEANS.test(text));
  return differences.length === 0 ? told : differences;
}

/** Statement that names an object and nothing else. */
const MEANS = /^by [^,]+$/;

/** Items of a list: what is said of the same fields is one item, and fields of which the same is said share one. */
function itemsOf(found: readonly Difference[], engines = ''): readonly string[] {
  const byText = [...Map.groupBy(found, ({ text }) => text)].map(([text, alike]) => ({
    text,
    fields: alike.map(({ label }) => label).join(', '),
  }));
  return [...Map.groupBy(byText, ({ fields }) => fields)].map(
    ([fields, alike]) => `- ${fields}${engines}: ${alike.map(({ text }) => text).join('; ')}.`,
  );
}

/** Fields that have an effect beside calls of gRPC. */
function beside(): string {
  const common = FEATURES.filter((feature) => ENGINES.every(({ calls }) => calls.includes(feature)));
  const further = ENGINES.map(
    ({ name, calls }) => [name, calls.filter((feature) => !common.includes(feature))] as const,
  );
  return [
    `### Fields beside \`${CALLS}\``,
    '',
    `- all engines: ${codes(common.filter((feature) => feature !== CALLS))}`,
    ...further.map(([name, features]) => `- ${name} also: ${codes(features)}`),
  ].join('\n');
}

/** Features that an engine without a dialect must claim for a field, beyond the Core. */
function claims(): string {
  const ofFields = Object.entries(API_USES).flatMap(([field, uses]) =>
    uses.length === 0 ? [] : [`- \`${field}\`: ${usesText(uses)}`],
  );
  const ofPorts = PORTS.flatMap(({ label, feature }) =>
    feature === undefined ? [] : [`- ${label}: ${feature}`],
  );
  return ['### Features that fields need', '', ...ofFields, ...ofPorts].join('\n');
}

function usesText(uses: readonly ApiUse[]): string {
  const texts = uses.map((use) => {
    const name = use.type === 'nameless' ? `no name for ${use.what}` : codes(use.names, ' or ');
    return use.only === undefined ? name : `${name} ${use.only.text}`;
  });
  return texts.join(', ');
}

if (import.meta.main) {
  await writeFile(ENGINES_PAGE, enginesPage(await readFile(ENGINES_PAGE, 'utf8')));
}
