import fc from 'fast-check';
import { LOOT } from './loot.ts';

/** Texts that templates and values have in them. */
const texts = fc.oneof(
  fc.constantFrom('', 'a', LOOT.file, LOOT.url, '../../../../etc/passwd', 'crds/x.yaml', '{{', '}}', '\0'),
  fc.string({ unit: 'binary', maxLength: 12 }),
);

const numbers = fc.oneof(
  fc.integer({ min: -3, max: 40 }),
  fc.constantFrom(255, 4_096, 65_536, 2 ** 31, -(2 ** 63)),
);

/** Functions of templates, which differ in what they make of their arguments. */
const FUNCTIONS = [
  'print printf println len index slice html js urlquery not and or eq ne lt le gt ge',
  'tpl include required fail lookup toYaml fromYaml fromYamlArray toJson fromJson fromJsonArray toToml fromToml',
  'repeat trunc substr nospace abbrev abbrevboth initials wrap wrapWith indent nindent replace plural snakecase',
  'camelcase kebabcase swapcase shuffle contains hasPrefix hasSuffix quote squote cat trim trimAll trimSuffix',
  'regexMatch regexFindAll regexFind regexReplaceAll regexReplaceAllLiteral regexSplit regexQuoteMeta mustRegexMatch',
  'splitList split splitn sortAlpha join add sub mul div mod max min ceil floor round until untilStep seq atoi int64',
  'float64 toDecimal toString toStrings default empty coalesce ternary list first rest last initial append prepend',
  'concat reverse uniq without has compact chunk dict get set unset hasKey pluck dig merge mergeOverwrite keys pick',
  'omit values deepCopy typeOf typeIs kindOf kindIs deepEqual now date dateInZone dateModify duration durationRound',
  'htmlDate toDate unixEpoch ago b64enc b64dec b32enc b32dec sha1sum sha256sum sha512sum adler32sum bcrypt htpasswd',
  'derivePassword encryptAES decryptAES genPrivateKey genCA genSelfSignedCert randAlphaNum randBytes randInt uuidv4',
  'base dir clean ext isAbs osBase osDir osClean urlParse urlJoin getHostByName env expandenv semver semverCompare',
].flatMap((line) => line.split(' '));

/** Calls with arguments that fit: N is a number, T a text, V any value. */
const CALLS = [
  'repeat N T, trunc N T, substr 0 N T, indent N T, nindent N T, abbrev N T, wrap N T, randAlphaNum N, until N',
  'untilStep 0 N 3, seq 1 N, regexMatch T T, regexFindAll T T N, regexReplaceAll T T T, regexSplit T T N, splitList T T',
  'replace T T T, quote T, squote V, upper T, title T, b64enc T, b64dec T, sha256sum T, bcrypt T, htpasswd T T',
  'derivePassword 1 T T T T, encryptAES T T, decryptAES T T, genPrivateKey "ecdsa", genPrivateKey T, urlParse T',
  'urlJoin (urlParse T), getHostByName T, toYaml V, fromYaml T, toJson V, fromJson T, toToml V, fromToml T, tpl T $',
  'list V V | toJson, dict T V | toYaml, set (dict) T V, merge (dict T V) (dict T V), deepCopy V, default T V, printf T V',
  'printf "%N$*d" N, printf "%Nd" N, print V V, lookup T T T T, lookup "v1" "Secret" "" "", date T now, now | unixEpoch',
  'toDate T T, duration N, mul N N, div N 1, mod N 7, round N N, semver T, semverCompare T T, .Files.Get T',
  '.Files.Glob T, .Files.Lines T, (.Files.Glob T).AsConfig, $.Capabilities.APIVersions.Has T, kindOf V, len T, fail T',
].flatMap((line) => line.split(', '));

/** Call whose arguments fit its function, mostly. */
const fittingCall = fc
  .tuple(fc.constantFrom(...CALLS), fc.array(fc.tuple(texts, numbers), { minLength: 4, maxLength: 4 }))
  .map(([call, given]) => {
    let at = 0;
    const next = () => given[at++ % given.length] ?? ['', 0];
    return call.replace(/\b[NTV]\b/g, (letter) => {
      const [text, number] = next();
      return letter === 'N'
        ? `${Math.min(Number(number), 9_999)}`
        : letter === 'T'
          ? JSON.stringify(text)
          : '.Values';
    });
  });

const fields = fc.constantFrom(
  '.',
  '$',
  '.Values',
  '.Values.a',
  '.Values.deep',
  '.Chart',
  '.Release',
  '.Capabilities.APIVersions',
  '.Capabilities.KubeVersion',
  '.Files',
  '.Template',
  '.Subcharts',
  `.Files.Get ${JSON.stringify(LOOT.file)}`,
  '.Files.Glob "**"',
  '(.Files.Glob "**").AsSecrets',
  '.Files.Lines "Chart.yaml"',
);

const { template } = fc.letrec<{ argument: string; call: string; action: string; template: string }>(
  (tie) => ({
    argument: fc.oneof(
      { maxDepth: 4 },
      { weight: 3, arbitrary: fields },
      { weight: 3, arbitrary: numbers.map(String) },
      { weight: 3, arbitrary: texts.map((text) => JSON.stringify(text)) },
      { weight: 1, arbitrary: tie('call').map((call) => `(${call})`) },
    ),
    call: fc
      .tuple(fc.constantFrom(...FUNCTIONS), fc.array(tie('argument'), { maxLength: 4 }))
      .map(([name, given]) => [name, ...given].join(' ')),
    action: fc.oneof(
      { maxDepth: 4 },
      { weight: 25, arbitrary: fittingCall.map((call) => `{{ ${call} }}`) },
      { weight: 2, arbitrary: tie('call').map((call) => `{{ ${call} }}`) },
      {
        weight: 1,
        arbitrary: fc.tuple(tie('call'), tie('call')).map((calls) => `{{ ${calls.join(' | ')} }}`),
      },
      { weight: 1, arbitrary: texts },
      {
        weight: 1,
        arbitrary: fc
          .tuple(
            fc.constantFrom('if', 'range', 'with', 'range $k, $v :=', 'define "x"', 'block "y"'),
            tie('argument'),
          )
          .chain(([word, of]) =>
            tie('template').map(
              (body) => `{{ ${word} ${word.startsWith('define') ? '' : of} }}${body}{{ end }}`,
            ),
          ),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom('{{ include "x" . }}', '{{ template "y" . }}', '{{ break }}', '---\n'),
      },
      { weight: 1, arbitrary: tie('argument').map((of) => `{{ $x := ${of} }}{{ set $ "a" $x }}`) },
    ),
    template: fc.array(tie('action'), { minLength: 1, maxLength: 2 }).map((parts) => parts.join('')),
  }),
);

/** Template that may make an object, with anything in it. */
export const anyTemplate = fc
  .tuple(fc.boolean(), template)
  .map(([isObject, text]) =>
    isObject
      ? `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: loot }\ndata:\n  loot: {{ print (tpl ${JSON.stringify(text)} .) | quote }}\n`
      : text,
  );

/** Values of a chart, as YAML or what is almost YAML. */
export const anyValues = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .jsonValue({ maxDepth: 4 })
      .map((value) => JSON.stringify({ a: value, deep: { er: value } })),
  },
  fc.array(texts, { maxLength: 8 }).map((parts) => parts.join('\n')),
  fc.constantFrom(
    'a: &a [*a]',
    'a: &a {b: *a}',
    '<<: {a: 1}',
    'a: !!binary x',
    '- 1',
    `${'['.repeat(5_000)}`,
  ),
);
