/** Enterprise of everything: the contract's original serves several, a cluster has none. */
export const ENTERPRISE = 'stoa';
