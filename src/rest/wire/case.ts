/** `domain_name` → `domainName`. */
export function camel(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** A path below a spec in the contract's spelling: `http.domainName` → `http.domain_name`. */
export function snakePath(path: string): string {
  return path.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
