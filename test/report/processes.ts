import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Seconds of a clock tick, the unit of Linux for CPU time. */
const TICK_SECONDS = 0.01;

/** CPU seconds of a process, and of its ended children; undefined without `/proc`. */
export function cpuOf(pid: number | 'self'): { readonly own: number; readonly children: number } {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15).map(Number);
    return { own: TICK_SECONDS * (user + system), children: TICK_SECONDS * (childUser + childSystem) };
  } catch {
    return { own: 0, children: 0 };
  }
}

/** Busy seconds of all cores of this machine, and elapsed seconds per core. */
export function machineTime(): { readonly busy: number; readonly passed: number } {
  const cores = cpus().map(({ times }) => times);
  const passed = cores.reduce((sum, times) => sum + Object.values(times).reduce((a, b) => a + b, 0), 0);
  const idle = cores.reduce((sum, times) => sum + times.idle, 0);
  return { busy: (passed - idle) / 1000, passed: passed / 1000 / cores.length };
}
