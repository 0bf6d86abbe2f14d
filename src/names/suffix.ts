import { getPublicSuffix } from 'tldts';

/**
 * Whether names directly below a parent are handed out to anybody by its registry (https://publicsuffix.org, private
 * registries such as github.io included): a wildcard there would take names of strangers. A last part that no list
 * knows, such as `internal`, counts as a registry.
 */
export function isPublicSuffix(parent: string): boolean {
  return suffixOf(parent) === parent || suffixOf(`x.${parent}`) === `x.${parent}`;
}

function suffixOf(name: string): string | null {
  return getPublicSuffix(name, {
    allowPrivateDomains: true,
    extractHostname: false,
    validateHostname: false,
  });
}
