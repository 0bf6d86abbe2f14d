/** Writes the support of the dialects for each feature into docs/engines.md: `npm run generate`. */
import { readFile, writeFile } from 'node:fs/promises';
import { markdownTable, withGenerated } from '../base/markdown.ts';
import type { Support } from './ability.ts';
import { core } from './core.ts';
import type { Dialect } from './engine.ts';
import { API_USES, type ApiUse, type ClaimedField, FEATURES, type Feature } from './fields.ts';
import { ENGINES } from './index.ts';

/** The page, whose generated part stands between two markers. */
export const ENGINES_PAGE = new URL('../../docs/engines.md', import.meta.url);

const BEGIN = '<!-- generated from src/engines by `npm run generate`: change it there -->';
const END = '<!-- end of what is generated -->';

const WORDS: Readonly<Record<Support['level'], string>> = { full: 'yes', close: 'partial', none: 'no' };

/** Beginning of the sentences on what the Gateway API lacks, which the page has once. */
const NO_FIELD = 'the Gateway API has no field for';

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
    label: 'certificates of clients, which the Gateway wants',
    support: ({ clientCertificates }) => clientCertificates,
    feature: '`GatewayFrontendClientCertificateValidation`',
  },
  { label: 'certificates in ListenerSets', support: ({ listenerSets }) => listenerSets },
];

/** The page with its generated part up to date. Throws an Error where a marker is missing. */
export function enginesPage(page: string): string {
  return withGenerated(page, BEGIN, END, [table(), ...ENGINES.map(section)]);
}

function table(): string {
  const rows = Object.entries(API_USES).map(([field, uses]) => [
    `\`${field}\``,
    ...ENGINES.map(({ support }) => WORDS[levelOf(support, field as ClaimedField)]),
    usesText(field as ClaimedField, uses),
  ]);
  const ports = PORTS.map(({ label, support, feature = '' }) => [
    label,
    ...ENGINES.map((dialect) => WORDS[support(dialect).level]),
    feature,
  ]);
  const head = ['field', ...ENGINES.map(({ name }) => name), 'claims of other engines'];
  return markdownTable([head, ...rows, ...ports]);
}

/** Level of support for a field; Stoa writes redirects without the help of a dialect. */
function levelOf(support: Dialect['support'], field: ClaimedField): Support['level'] {
  return field in support ? support[field as Feature].level : 'full';
}

/** The features that an engine without a dialect must claim for a field. */
function usesText(field: ClaimedField, uses: readonly ApiUse[]): string {
  const texts = uses.map((use) => {
    const name =
      use.type === 'nameless'
        ? `no name for ${use.what}`
        : use.names.map((each) => `\`${each}\``).join(' or ');
    return use.only === undefined ? name : `${name} ${use.only.text}`;
  });
  const isCore = levelOf(core.support, field) !== 'none' && uses.every(({ only }) => only !== undefined);
  return [...(isCore ? ['Core'] : []), ...texts].join(', ');
}

/** Differences of a dialect, each with the fields that have it; what is fully supported is in the table. */
function section(dialect: Dialect): string {
  const supports: readonly (readonly [label: string, support: Support])[] = [
    ...FEATURES.map((feature) => [`\`${feature}\``, dialect.support[feature]] as const),
    ...PORTS.map(({ label, support }) => [label, support(dialect)] as const),
  ];
  const partial = supports.filter(([, { level }]) => level !== 'full');
  const alike = Map.groupBy(partial, ([, { how }]) =>
    how.startsWith(NO_FIELD) ? `${NO_FIELD} it.` : `${how}.`,
  );
  const items = [...alike].map(([text, fields]) => `- ${fields.map(([label]) => label).join(', ')}: ${text}`);
  const calls = dialect.calls.filter((feature) => feature !== 'http.policy.match.grpc');
  const beside = `- With \`http.policy.match.grpc\`, these fields of the table have an effect, and no others: ${calls.map((feature) => `\`${feature}\``).join(', ')}.`;
  return [`### ${dialect.name}`, '', ...items, beside].join('\n');
}

if (import.meta.main) {
  await writeFile(ENGINES_PAGE, enginesPage(await readFile(ENGINES_PAGE, 'utf8')));
}
