const BINARY = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const DECIMAL = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];

/** The API server keeps nothing smaller than a billionth; every amount here is a number of those. */
const UNIT = 10n ** 9n;

const QUANTITY = /^\+?(\d{0,18})(?:\.(\d{0,18}))?(?:([KMGTPE]i|[numkMGTPE])|[eE]([+-]?\d{1,2}))?$/;

/** An amount of memory, given in whole MiB, as the API server stores it: 1024 is `1Gi`. */
export function mebibytes(amount: number): string {
  return binary(BigInt(Math.ceil(amount)) * 1024n ** 2n * UNIT);
}

/** An amount of storage, given in GiB, as the API server stores it. */
export function gibibytes(amount: number): string {
  return mebibytes(Math.ceil(amount * 1024));
}

/** An amount of CPU, given in thousandths of a core, as the API server stores it: 1000 is `1`. */
export function millicores(amount: number): string {
  return decimal((BigInt(Math.ceil(amount)) * UNIT) / 1000n);
}

/** A quantity as the API server stores it; undefined where the text is none, or is negative. */
export function canonicalQuantity(text: string): string | undefined {
  const parts = parse(text);
  if (parts === undefined) {
    return undefined;
  }
  const { amount, form } = parts;
  switch (form) {
    case 'binary':
      return binary(amount);
    case 'decimal':
      return decimal(amount);
    case 'exponent':
      return exponent(amount);
  }
}

/** The size of a quantity, to compare it with others; undefined where the text is none. */
export function amountOf(text: string): bigint | undefined {
  return parse(text)?.amount;
}

function parse(text: string) {
  const [, whole = '', fraction = '', suffix = '', power] = QUANTITY.exec(text) ?? [];
  if (whole === '' && fraction === '') {
    return undefined;
  }
  const digits = BigInt(whole + fraction);
  const divisor = 10n ** BigInt(fraction.length);
  const place = BINARY.indexOf(suffix);
  if (place > 0) {
    return { amount: divideUp(digits * UNIT * 1024n ** BigInt(place), divisor), form: 'binary' } as const;
  }
  if (power !== undefined) {
    const scale = Number(power);
    const [up, down] = [10n ** BigInt(Math.max(scale, 0)), 10n ** BigInt(Math.max(-scale, 0))];
    return { amount: divideUp(digits * UNIT * up, divisor * down), form: 'exponent' } as const;
  }
  const amount = divideUp(digits * 1000n ** BigInt(DECIMAL.indexOf(suffix)), divisor);
  return { amount, form: 'decimal' } as const;
}

function divideUp(amount: bigint, divisor: bigint): bigint {
  return (amount + divisor - 1n) / divisor;
}

function binary(amount: bigint): string {
  if (amount < 1024n * UNIT || amount % UNIT !== 0n) {
    return decimal(amount);
  }
  const { rest, steps } = shorten(amount / UNIT, 1024n, BINARY.length - 1);
  return `${rest}${BINARY[steps]}`;
}

function decimal(amount: bigint): string {
  const { rest, steps } = shorten(amount, 1000n, DECIMAL.length - 1);
  return amount === 0n ? '0' : `${rest}${DECIMAL[steps]}`;
}

function exponent(amount: bigint): string {
  const { rest, steps } = shorten(amount, 1000n, DECIMAL.length - 1);
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
