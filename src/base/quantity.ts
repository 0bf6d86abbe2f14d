const QUANTITY = /^(\d+(?:\.\d*)?|\.\d+)(?:([numkMGTPE]|[KMGTPE]i)|[eE]([-+]?\d+))?$/;

const FACTORS: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
};

/** The number that a quantity of Kubernetes stands for (bytes, cores); undefined where it is none. */
export function readQuantity(text: string): number | undefined {
  const [, digits, suffix, exponent] = QUANTITY.exec(text) ?? [];
  return digits === undefined
    ? undefined
    : Number(digits) * (FACTORS[suffix ?? ''] ?? 1) * 10 ** Number(exponent ?? 0);
}
