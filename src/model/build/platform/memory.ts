/** Names of the sizes of memory, by MiB. */
const SIZES: ReadonlyMap<number, string> = new Map([
  [128, 'micro'],
  [256, 'small'],
  [512, 'medium'],
  [1024, 'large'],
  [2048, '2xlarge'],
  [4096, '4xlarge'],
  [8192, '8xlarge'],
  [16_384, '16xlarge'],
  [32_768, '32xlarge'],
  [65_536, '64xlarge'],
]);

/** Env that tells a container its memory: the name of the size, or MiB where it has none. */
export function memoryEnv(mebibytes: number): readonly [name: string, value: string] {
  const size = SIZES.get(mebibytes);
  return size === undefined ? ['CUSTOM_MEMORY_SIZE', `${mebibytes}`] : ['MEMORY_SIZE', size];
}
