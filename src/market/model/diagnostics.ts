import type { NotApplied } from '../../api/marketinstall.ts';

/** Entries of each sort beyond which a model is odd enough to stop telling. */
const MAX_ENTRIES = 500;

/** Longest path and reason that the status of an install has room for. */
const MAX_PATH = 512;
const MAX_WHY = 1024;

/** Collects what a model says in vain, while it is read. */
export class Diagnostics {
  /** What has no effect here, though the model asks for it. */
  readonly notApplied: NotApplied[] = [];
  /** Oddities that change nothing. */
  readonly tolerated: NotApplied[] = [];

  /** A part that has no effect here. */
  addNotApplied(path: string, why: string): void {
    add(this.notApplied, path, why);
  }

  /** An oddity that changes nothing. */
  addTolerated(path: string, why: string): void {
    add(this.tolerated, path, why);
  }
}

function add(list: NotApplied[], path: string, why: string): void {
  if (list.length < MAX_ENTRIES) {
    list.push(notAppliedEntry(path, why));
  }
}

/** A part of a model and what is to be said of it, cut to what a status has room for. */
export function notAppliedEntry(path: string, why: string): NotApplied {
  return { path: path.slice(0, MAX_PATH), why: why.slice(0, MAX_WHY) };
}
