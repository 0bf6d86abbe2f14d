import { BINARY_SUFFIXES, DECIMAL_SUFFIXES, parseQuantity, type Quantity, UNIT } from '../base/quantity.ts';

/** More digits in a row than a quantity of a model may have. */
const TOO_LONG = /\d{19}/;

/** Quantity that a model may have; undefined where the text is none. */
export function modelQuantity(text: string): Quantity | undefined {
  return TOO_LONG.test(text) ? undefined : parseQuantity(text);
}

/** Quantity of memory of a number of MiB, as the API server stores it: 1024 is `1Gi`. */
export function mebibytes(amount: number): string {
  return binary(BigInt(Math.ceil(amount)) * 1024n ** 2n * UNIT);
}

/** Quantity of storage of a number of GiB, as the API server stores it. */
export function gibibytes(amount: number): string {
  return mebibytes(Math.ceil(amount * 1024));
}

/** Quantity of CPU of a number of thousandths of a core, as the API server stores it: 1000 is `1`. */
export function millicores(amount: number): string {
  return decimal((BigInt(Math.ceil(amount)) * UNIT) / 1000n);
}

/** Quantity as the API server stores it; undefined where the text is none, or is negative. */
export function canonicalQuantity(text: string): string | undefined {
  const quantity = modelQuantity(text);
  switch (quantity?.form) {
    case undefined:
      return undefined;
    case 'binary':
      return binary(quantity.nanos);
    case 'decimal':
      return decimal(quantity.nanos);
    case 'exponent':
      return exponent(quantity.nanos);
  }
}

/** A size that takes no binary suffix is a decimal one once it is stored, as its text says nothing else. */
function binary(amount: bigint): string {
  if (amount % (1024n * UNIT) !== 0n) {
    return decimal(amount);
  }
  const { rest, steps } = shorten(amount / UNIT, 1024n, BINARY_SUFFIXES.length - 1);
  return `${rest}${BINARY_SUFFIXES[steps]}`;
}

function decimal(amount: bigint): string {
  const { rest, steps } = shorten(amount, 1000n, DECIMAL_SUFFIXES.length - 1);
  return amount === 0n ? '0' : `${rest}${DECIMAL_SUFFIXES[steps]}`;
}

function exponent(amount: bigint): string {
  const { rest, steps } = shorten(amount, 1000n, DECIMAL_SUFFIXES.length - 1);
  const power = steps * 3 - 9;
  return amount === 0n ? '0' : `${rest}${power === 0 ? '' : `e${power}`}`;
}

function shorten(amount: bigint, by: bigint, most: number): { rest: bigint; steps: number } {
  let rest = amount;
  let steps = 0;
  while (steps < most && rest > 0n && rest % by === 0n) {
    rest /= by;
    steps += 1;
  }
  return { rest, steps };
}
