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
  ),
);

/** Columns of a terminal. */
export const anyWidth = fc.integer({ min: 1, max: 120 });
