import fc from 'fast-check';

/** Scalars whose meaning depends on the version of YAML, and on its library. */
const TRICKY = [
  ...[
    '0400',
    '0644',
    '0755',
    '-0400',
    '0o17',
    '0O17',
    '0b11',
    '0x1F',
    '0X1f',
    '08',
    '09.5',
    '00',
    '-0',
    '+1',
  ],
  ...['1_000', '0_7', '_1', '1__0', '0x_1', '1.', '1.5', '.5', '+.5', '.5e1', '.', '1e3', '1E+3', '1e', 'e1'],
  ...['1e999', '9007199254740993', '18446744073709551615', '18446744073709551616', '-9223372036854775808'],
  ...['0xFFFFFFFFFFFFFFFFFF', '0777777777777777777777777', '.infinity'],
  ...[
    'yes',
    'Yes',
    'YES',
    'yEs',
    'no',
    'on',
    'On',
    'off',
    'OFF',
    'y',
    'Y',
    'n',
    'N',
    'true',
    'True',
    'False',
    'tRUE',
  ],
  ...['~', 'null', 'Null', 'NULL', 'nUll', '', '<<', '12:30', '12:30:45', '190:20:30.15', '1:2', '0:0'],
  ...[
    '2026-02-03',
    '2026-2-3',
    '2026-02-03T04:05:06Z',
    '2026-02-03 04:05:06',
    '1.2.3',
    '10.0.0.1',
    'v1',
    'a b',
    '1Gi',
  ],
];

const plain = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...TRICKY) },
  fc
    .stringMatching(/^[-+]?[0-9._]{1,5}([eExob][-+]?[0-9a-f]{1,3})?$/)
    .filter((text) => !/^[-+]?$|^---|^\.\.\.$/.test(text)),
);

const tags = fc.constantFrom('!!str', '!!int', '!!float', '!!bool', '!!null', '!', '!mine');

const scalar = fc.oneof(
  { weight: 6, arbitrary: plain },
  plain.map((text) => `'${text}'`),
  plain.map((text) => JSON.stringify(text)),
  fc
    .tuple(tags, plain, fc.boolean())
    .map(([tag, text, quoted]) => `${tag} ${quoted ? `"${text}"` : text}`)
    // The library has no float for an integer of 64 bits without a sign.
    .filter((text) => !/^!!float "?184467/.test(text)),
);

/** Keys: two that are equal in the end are of the same type, as of others either may count. */
const key = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('a', 'b', 'c', '"d"', '"<<"') },
  fc.constantFrom('0400', '256', 'yes', 'true', 'off', '1.5', '2026-02-03', '1_0', '10'),
);

/** Text of a value in flow style, with aliases of the anchors `one` and `two`. */
const { value: inFlow } = fc.letrec<{ value: string; map: string }>((tie) => ({
  map: fc
    .array(
      fc.oneof(
        { weight: 4, arbitrary: fc.tuple(key, tie('value')).map(([name, value]) => `${name}: ${value}`) },
        fc
          .constantFrom(
            '*one',
            '*two',
            '[*one, *two]',
            '[*two, {a: 9}]',
            '{b: 8, <<: *one}',
            '[*one, 1]',
            'text',
          )
          .map((merged) => `<<: ${merged}`),
      ),
      { maxLength: 4 },
    )
    .map((entries) => `{${entries.join(', ')}}`),
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 5, arbitrary: scalar },
    fc.constantFrom('*one', '*two'),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    tie('map'),
  ),
}));

/** Entry that no object can have. Elsewhere than in the outermost map, another one with its key might replace it. */
const unreadable = fc.constantFrom('~: 1', '[a]: 1', 'big: .inf', 'big: -.Inf', 'big: +.INF', 'big: .NaN');

/** Text of a document in block style, as people write objects of Kubernetes, of the kind Case. */
export const yamlTexts = fc
  .record({
    one: fc.tuple(key, scalar),
    two: fc.tuple(key, scalar),
    fields: fc.array(fc.tuple(key, inFlow)),
    block: plain,
    worst: fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, unreadable),
  })
  .map(({ one, two, fields, block, worst }) =>
    [
      'apiVersion: example.com/v1',
      'kind: Case',
      'metadata: {name: case}',
      'bases:',
      `  - &one {${one.join(': ')}, a: 1}`,
      '  - &two',
      `    ${two.join(': ')}`,
      '    <<: *one # a comment',
      'spec:',
      '  literal: |-',
      `    ${block}`,
      ...fields.map((entry) => `  ${entry.join(': ')}`),
      ...(worst === null ? [] : [`  ${worst}`]),
      '',
    ].join('\n'),
  );

/** Scalars of which some are no value of a field, depending on its type. */
export const SCALARS = [
  ...[
    '0400',
    '0644',
    '0o17',
    '0x10',
    '1_0',
    '1',
    '1.0',
    '1.5',
    '1e1',
    '"1"',
    "'0400'",
    '!!str 1',
    '!!int "1"',
  ],
  ...['yes', 'off', 'true', '"yes"', '!!bool "on"', '12:30', '2026-02-03', '1Gi', '500m', 'text', '~'],
];
