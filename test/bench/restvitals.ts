/**
 * Preload module for the REST API, with --expose-gc: reports the memory of the process after a collection over
 * IPC.
 */
const MIB = 2 ** 20;

/** Memory of the REST API after a garbage collection, in MiB. */
export interface RestVitals {
  readonly rssMiB: number;
  readonly heapMiB: number;
}

process.on('message', () => {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const vitals: RestVitals = { rssMiB: rss / MIB, heapMiB: heapUsed / MIB };
  process.send?.(vitals);
});
// Without its parent, the process would run forever.
process.once('disconnect', () => process.exit(1));
// The channel alone must not keep the process alive after SIGTERM.
process.channel?.unref();
