/** Exit code of an operator that has lost its lease, such as while the API server does not answer. */
export const LEASE_LOST = 3;
