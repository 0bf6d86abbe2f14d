import { identify } from '../processes.ts';

/** This process as `<pid>-<start>`, to be written into names and locks. */
export function self(): string {
  return `${process.pid}-${identify(process.pid)?.startTime}`;
}

/** Whether the process written as `<pid>-<start>` still runs. */
export function isAlive(owner: string): boolean {
  const [pid, start] = owner.split('-');
  const now = identify(Number(pid));
  return now !== undefined && now.startTime === start;
}
