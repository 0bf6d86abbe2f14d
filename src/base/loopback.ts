const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether the host of a URL is this machine, so that no network is in front of it. */
export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.test(hostname);
}
