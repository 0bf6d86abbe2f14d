import fc from 'fast-check';

/** Text as clusters may hold it: of any script, with characters that terminals act on. */
export const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '\x1b[2J',
    '\x1b]0;title\x07',
    '店铺 商店 前台',
    '👩‍👩‍👧‍👦 family',
    'a\nb\tc',
    '\u202egnp.exe',
    '\x9b2J\x9d0;title\x9c',
    '\x1b]8;;https://example.com\x1b\\link\x1b]8;;\x1b\\',
    'a\u200b\u2028b\u2029\u00ad\ufeff\u2066c\u{e0041}',
    '\x1b[8mhidden\x7f',
    '\x1b[32mall is well\x1b[39m',
  ),
);

/** Columns of a terminal. */
export const anyWidth = fc.integer({ min: 1, max: 120 });
