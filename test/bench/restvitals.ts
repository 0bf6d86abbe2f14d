/** Loaded before `src/main.ts rest`, with --expose-gc: answers over IPC how much memory the process has after a collection. */
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
// Whoever asks has gone: nobody will end this process.
process.once('disconnect', () => process.exit(1));
// The channel alone is no reason to go on after SIGTERM.
process.channel?.unref();
