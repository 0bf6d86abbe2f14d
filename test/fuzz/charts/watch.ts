import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { z } from 'zod';

/** Stdin, stdout and stderr. */
const STANDARD = 3;

/** Handles that the JavaScript engine needs for itself, which are all that the sandbox has beside its pipes. */
const OWN = /^(anon_inode:|pipe:|\/dev\/null$)/;

const peak = z.coerce.number();

/** Process of the sandbox as the system sees it. */
export interface SandboxSeen {
  /** Files and sockets that it has open. */
  readonly opened: readonly string[];
  /** Most MiB of memory that it has had. */
  readonly peakMib: number;
}

/** Processes that another one has started, by default this one, as they are now. */
export function sandboxesSeen(parent = process.pid): readonly SandboxSeen[] {
  return childrenOf(parent).flatMap((pid) => seen(pid) ?? []);
}

function seen(pid: string): SandboxSeen | undefined {
  try {
    const handles = readdirSync(`/proc/${pid}/fd`).filter((each) => Number(each) >= STANDARD);
    const opened = handles.map((each) => readlinkSync(`/proc/${pid}/fd/${each}`));
    const [, kib] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return { opened: opened.filter((each) => !OWN.test(each)), peakMib: peak.parse(kib) / 1024 };
  } catch {
    // It has ended.
    return undefined;
  }
}

function childrenOf(pid: number): readonly string[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  );
}
