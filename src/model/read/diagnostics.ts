import type { NotApplied } from '../../api/marketinstall.ts';

/** Most entries of each list. */
const MAX_ENTRIES = 500;

/** Most characters of a path and of a reason in the status of an install. */
const MAX_PATH = 512;
const MAX_WHY = 1024;

/** Diagnostics of a model, collected while it is read and expanded. */
export class Diagnostics {
  /** Parts that have no effect here. */
  readonly notApplied: NotApplied[] = [];
  /** Oddities that change nothing. */
  readonly tolerated: NotApplied[] = [];

  /** Adds a part that has no effect here. */
  addNotApplied(path: string, why: string): void {
    add(this.notApplied, path, why);
  }

  /** Adds an oddity that changes nothing. */
  addTolerated(path: string, why: string): void {
    add(this.tolerated, path, why);
  }
}

function add(list: NotApplied[], path: string, why: string): void {
  if (list.length < MAX_ENTRIES) {
    list.push(notAppliedEntry(path, why));
  }
}

/** Entry for a part of a model, cut to what a status has room for. */
function notAppliedEntry(path: string, why: string): NotApplied {
  return { path: path.slice(0, MAX_PATH), why: why.slice(0, MAX_WHY) };
}
