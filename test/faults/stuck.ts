/** A step of a workload did not lead where it should in time; the message says where it stands. */
export class Stuck extends Error {}

/** Longest time that a step may take, in milliseconds. */
export const STEP_LIMIT_MS = 90_000;
