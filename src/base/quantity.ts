/** Suffixes of powers of 1024, from 1024⁰. */
export const BINARY_SUFFIXES: readonly string[] = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

/** Suffixes of powers of 1000, from 1000⁻³. */
export const DECIMAL_SUFFIXES: readonly string[] = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];

/** Nanos of 1. The API server rounds up to a billionth. */
export const UNIT = 10n ** 9n;

/** Grammar of a quantity. The number of digits is limited, so that parsing is cheap; the API server stores fewer. */
const QUANTITY = /^\+?(\d{0,40})(?:\.(\d{0,40}))?(?:([KMGTPE]i|[numkMGTPE])|[eE]([+-]?\d{1,2}))?$/;

/** Non-negative Kubernetes quantity, such as bytes or cores. */
export interface Quantity {
  /** Billionths, rounded up. */
  readonly nanos: bigint;
  /** Notation of the suffix, which the API server preserves. */
  readonly form: 'binary' | 'decimal' | 'exponent';
}

/** Quantity in a text; undefined if invalid or negative. */
export function parseQuantity(text: string): Quantity | undefined {
  const [, whole = '', fraction = '', suffix = '', power] = QUANTITY.exec(text) ?? [];
  if (whole === '' && fraction === '') {
    return undefined;
  }
  const digits = BigInt(whole + fraction);
  const divisor = 10n ** BigInt(fraction.length);
  const place = BINARY_SUFFIXES.indexOf(suffix);
  if (place > 0) {
    return { nanos: divideUp(digits * UNIT * 1024n ** BigInt(place), divisor), form: 'binary' };
  }
  if (power !== undefined) {
    const scale = Number(power);
    const [up, down] = [10n ** BigInt(Math.max(scale, 0)), 10n ** BigInt(Math.max(-scale, 0))];
    return { nanos: divideUp(digits * UNIT * up, divisor * down), form: 'exponent' };
  }
  const nanos = divideUp(digits * 1000n ** BigInt(DECIMAL_SUFFIXES.indexOf(suffix)), divisor);
  return { nanos, form: 'decimal' };
}

/** Number in a quantity; undefined if invalid or negative. */
export function readQuantity(text: string): number | undefined {
  const nanos = parseQuantity(text)?.nanos;
  return nanos === undefined ? undefined : Number(nanos / UNIT) + Number(nanos % UNIT) / Number(UNIT);
}

function divideUp(amount: bigint, divisor: bigint): bigint {
  return (amount + divisor - 1n) / divisor;
}
