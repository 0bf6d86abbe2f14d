const MIB = 1024 * 1024;

/** Bounds of a chart and of its rendering. Of 70 public charts, the largest needs a third of each. */
export const CHART_BOUNDS = {
  /** Bytes of the archive. */
  archive: 10 * MIB,
  /** Bytes of all files in it. */
  unpacked: 50 * MIB,
  /** Bytes of values, capabilities and objects for `lookup`, as JSON. */
  request: 8 * MIB,
  /** Bytes of the objects and notes, as JSON. */
  output: 16 * MIB,
  /** Bytes of memory of the engine. */
  memory: 256 * MIB,
  /** Milliseconds of CPU time of one rendering. */
  time: 10_000,
  /** Milliseconds until a rendering must be over, however busy the machine is. */
  wait: 60_000,
} as const;
