const MIB = 1024 * 1024;

/** Bounds of a chart, its repository and its rendering, above what most public charts need. */
export const CHART_BOUNDS = {
  /** Bytes of the archive, as it is fetched and before it is rendered. */
  archive: 10 * MIB,
  /** Bytes of the index of a repository, which is enough for the largest public ones. */
  index: 32 * MIB,
  /** Bytes of an index up to which any number is read at once, and how many larger ones are: each stands twice in memory. */
  smallIndex: 4 * MIB,
  largeIndexes: 2,
  /** Bytes of all files in it. */
  unpacked: 50 * MIB,
  /** Bytes of values, capabilities and objects for `lookup`, as JSON. */
  request: 8 * MIB,
  /** Bytes of the objects and notes, as JSON. */
  output: 16 * MIB,
  /** Maps, lists and other values in them, and in a text of values: an empty map has 2 bytes of JSON, and 30 times as many in memory. */
  valuesPerAnswer: 250_000,
  valuesPerText: 50_000,
  /** Levels of nested maps and lists in them: definitions of custom resources have the most, about 70. */
  levels: 200,
  /** Bytes of memory of the engine. */
  memory: 256 * MIB,
  /** Milliseconds of CPU time of one rendering: a key of RSA takes about two seconds. */
  time: 40_000,
  /** Milliseconds until a rendering must be over, however busy the machine is. */
  wait: 120_000,
} as const;
