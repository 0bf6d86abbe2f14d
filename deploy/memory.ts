/**
 * Flags of V8 for Stoa's processes. Without them, garbage piles up to many times the live heap as long as the
 * machine has memory. With these, an operator with 10,000 rules and their routes takes 230 to 290 MiB
 * (docs/performance.md). Of the heap of 384 MiB, 20,000 objects take about 60.
 */
export const MEMORY_FLAGS = ['--max-semi-space-size=4', '--max-old-space-size=384'] as const;
