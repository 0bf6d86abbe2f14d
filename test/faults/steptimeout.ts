/** Timeout of a workload's step; the message has the state. */
export class StepTimeout extends Error {}

/** Maximum duration of a step, in milliseconds. */
export const STEP_LIMIT_MS = 90_000;
