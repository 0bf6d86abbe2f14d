import type { Gradual } from '../../base/gradual.ts';
import { BACKSLASHES, decoded, PERCENTS, STRETCH } from './escapes.ts';

/** Fewest characters of an access key that is looked for: a shorter one cannot be told from ordinary text. */
const MIN_KEY = 8;

/** Characters at the end of a key that are looked for: a search for any number of them can take minutes. */
const MAX_KEY = 128;

/** Readings of a template: as it is, the texts in its JSON, and those in JSON or YAML in these texts. */
const LEVELS = 3;

/**
 * Whether a template has the access key that was sent to its store: in any reading, as it is, percent-encoded, or in
 * the base64 of a text. Pure.
 */
export function* echoesKey(template: string, accessKey: string): Gradual<boolean> {
  const forms = secretsOf(accessKey).flatMap((secret) => [Buffer.from(secret), ...base64Of(secret)]);
  let text: Buffer = Buffer.from(template);
  for (let level = 1; level <= LEVELS && forms.length > 0; level += 1) {
    text = level === 1 ? text : yield* decoded(text, BACKSLASHES);
    if ((yield* hasOne(text, forms)) || (yield* hasOne(yield* decoded(text, PERCENTS), forms))) {
      return true;
    }
  }
  return false;
}

/** Secrets of an Authorization header: its whole value, and the credentials after a scheme such as `Bearer`. */
function secretsOf(authorization: string): readonly string[] {
  const whole = authorization.trim();
  const [, credentials = whole, ...others] = whole.split(/ +/);
  const secrets = others.length === 0 ? [whole, credentials] : [whole];
  return [...new Set(secrets)]
    .filter(({ length }) => length >= MIN_KEY)
    .map((secret) => secret.slice(-MAX_KEY));
}

/** Bits of a byte, and of a digit of base64. */
const [BYTE, DIGIT] = [8, 6];

/** Digits that the base64 of any text with a secret has, in both alphabets, for each place in the text. */
function base64Of(secret: string): readonly Buffer[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    // The digits at both ends depend on the text around the secret, too.
    const from = Math.ceil((BYTE * before) / DIGIT);
    const to = Math.floor((BYTE * bytes.length) / DIGIT);
    return (['base64', 'base64url'] as const).map((alphabet) =>
      Buffer.from(bytes.toString(alphabet).slice(from, to)),
    );
  });
}

/** Whether a text has one of several forms; each piece of it is read with the longest form that may begin there. */
function* hasOne(text: Buffer, forms: readonly Buffer[]): Gradual<boolean> {
  const longest = Math.max(...forms.map(({ length }) => length));
  for (let from = 0; from < text.length; from += STRETCH) {
    const piece = text.subarray(from, from + STRETCH + longest);
    if (forms.some((form) => piece.includes(form))) {
      return true;
    }
    yield;
  }
  return false;
}
