/**
 * A path below a spec in the contract's spelling: `http.domainName` → `http.domain_name`. Names of headers
 * and cookies in it stay as the client wrote them.
 */
export function snakePath(path: string): string {
  const segments = path.split('.');
  return segments.map((segment, index) => (isPairName(segments, index) ? segment : snake(segment))).join('.');
}

function isPairName(segments: readonly string[], index: number): boolean {
  return ['domainCookie', 'domainHeader'].includes(segments[index - 1] ?? '');
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
