/** Seconds in a header Retry-After, which holds seconds or a date (RFC 9110, 10.2.3); undefined if invalid. */
export function parseRetryAfter(header: string | string[] | undefined, now: number): number | undefined {
  const text = [header].flat()[0]?.trim();
  if (!text) {
    return undefined;
  }
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
