/** A quantity as NGINX Gateway Fabric takes it, at most four digits and a unit, and its amount. */
export interface NginxQuantity {
  readonly text: string;
  readonly amount: number;
}

type Unit = readonly [suffix: string, factor: number];

const LARGEST_COUNT = 9999;

/** A size in bytes. */
export function nginxBytes(size: number): NginxQuantity {
  return roundedUp(size, [
    ['', 1],
    ['k', 1024],
    ['m', 1024 * 1024],
  ]);
}

/** A size in KiB. */
export function nginxKibibytes(size: number): NginxQuantity {
  return roundedUp(size, [
    ['k', 1],
    ['m', 1024],
  ]);
}

/** A size in MiB. */
export function nginxMebibytes(size: number): NginxQuantity {
  return roundedUp(size, [
    ['m', 1],
    ['g', 1024],
  ]);
}

/** A time in seconds. */
export function nginxSeconds(time: number): NginxQuantity {
  return roundedUp(time, [
    ['s', 1],
    ['m', 60],
  ]);
}

/** The least quantity that is not below an amount, in the first unit that has room for it. */
function roundedUp(amount: number, [unit, ...larger]: readonly [Unit, ...Unit[]]): NginxQuantity {
  const [suffix, factor] = unit;
  const count = Math.ceil(amount / factor);
  const [next, ...rest] = larger;
  return count <= LARGEST_COUNT || next === undefined
    ? { text: `${count}${suffix}`, amount: count * factor }
    : roundedUp(amount, [next, ...rest]);
}
