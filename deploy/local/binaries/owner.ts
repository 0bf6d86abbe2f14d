import { readFile } from 'node:fs/promises';

/** This process as `<pid>-<start>`: unlike a bare pid, no later process can have the same. */
export async function self(): Promise<string> {
  return `${process.pid}-${await startOf(process.pid)}`;
}

/** Whether the process written as `<pid>-<start>` still runs. */
export async function isAlive(owner: string): Promise<boolean> {
  const [pid, start] = owner.split('-');
  const now = await startOf(Number(pid));
  return now !== undefined && now === start;
}

/** When the process started, in clock ticks since boot (field 22 of its stat line); a zombie is dead. */
async function startOf(pid: number): Promise<string | undefined> {
  try {
    const line = await readFile(`/proc/${pid}/stat`, 'utf8');
    // Field 2, the program's name, may itself hold blanks and parentheses.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}
