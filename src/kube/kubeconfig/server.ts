/**
 * URL of an API server as client-go reads it: without a scheme, it is one of http. Throws an Error. Pure.
 */
export function serverUrl(written: string): URL {
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i.test(written);
  const url = URL.parse(hasScheme ? written : `http://${written}`);
  const isRoot = hasScheme || url?.pathname === '/';
  if (url === null || !isRoot || !['http:', 'https:'].includes(url.protocol)) {
    throw new Error(
      `the server ${written} of the kubeconfig must be a URL with http or https, or a host with a port`,
    );
  }
  url.search = '';
  url.hash = '';
  return url;
}
