/** Lower-case DNS name, whose labels have letters, digits and, not at their ends, `-`; of any length. */
export const DNS_NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
