/** Subject of a workload, whose calls and events are struck. Of `serving`, the operator asks the gateway for routes. */
export type Subject = 'rules' | 'installs' | 'serving';
