/**
 * Flags of V8 for Stoa's processes. Left alone it lets garbage pile up to many times what lives, as long as
 * the machine has memory: with these, an operator with 10,000 rules and their routes takes about 235 MiB
 * (docs/performance.md). Of the heap of 384 MiB, 20,000 objects take about 60.
 */
export const MEMORY_FLAGS = ['--max-semi-space-size=4', '--max-old-space-size=384'] as const;
