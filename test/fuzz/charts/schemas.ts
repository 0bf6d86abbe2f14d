import fc from 'fast-check';
import { LOOT } from './loot.ts';

const references = fc.constantFrom(
  '#',
  '#',
  '#/$defs/b',
  '#/$defs/a',
  '#/properties/a',
  'Chart.yaml',
  `file://${LOOT.file}`,
  LOOT.url,
  '//127.0.0.1/x',
  'urn:x',
  '',
);

const patterns = fc.oneof(
  fc.constantFrom('(a+)+$', '(?=x)', '[', '\\p{L}{1000}', '(x{1000}){1000}'),
  fc.string(),
);

const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 5 },
    { weight: 1, arbitrary: fc.boolean() },
    {
      weight: 8,
      arbitrary: fc.record(
        {
          $ref: references,
          $dynamicRef: references,
          $id: references,
          $schema: fc.oneof(references, fc.constant('http://json-schema.org/draft-07/schema#')),
          $anchor: fc.string({ maxLength: 3 }),
          $defs: fc.dictionary(fc.constantFrom('a', 'b'), tie('schema'), { maxKeys: 2 }),
          type: fc.constantFrom<unknown>('object', 'string', 'integer', ['null', 'array'], 'what', 7),
          properties: fc.dictionary(fc.constantFrom('a', 'deep', 'er'), tie('schema'), { maxKeys: 3 }),
          patternProperties: fc.dictionary(patterns, tie('schema'), { maxKeys: 2 }),
          allOf: fc.array(tie('schema'), { maxLength: 3 }),
          anyOf: fc.array(tie('schema'), { maxLength: 3 }),
          not: tie('schema'),
          if: tie('schema'),
          items: tie('schema'),
          pattern: patterns,
          format: fc.constantFrom('uri', 'regex', 'date-time', 'ipv6', 'what'),
          multipleOf: fc.double(),
          required: fc.array(fc.string({ maxLength: 4 }), { maxLength: 3 }),
          contentEncoding: fc.constant('base64'),
        },
        { requiredKeys: [] },
      ),
    },
  ),
}));

/** Schema of values, or what is almost one. */
export const anySchema = fc.oneof(
  { weight: 8, arbitrary: schema.map((each) => JSON.stringify(each)) },
  { weight: 1, arbitrary: fc.string({ maxLength: 30 }) },
  { weight: 1, arbitrary: fc.constantFrom('[]', 'null', '{"allOf":['.repeat(3_000), '{"$ref":"#"}') },
);
