import type { DryRun, Write } from '../../api/send.ts';

/** Command that makes a write by curl, for a shell with the address in `$STOA` and the header's value in `$TOKEN`. */
export function curlOf({ method, path, body, ifMatch }: Write): string {
  const url = `"$STOA${path}"`;
  const head = `curl -X ${method} ${url} -H "Authorization: $TOKEN"${ifMatch === undefined ? '' : ` -H 'If-Match: ${ifMatch}'`}`;
  if (body === undefined) {
    return head;
  }
  const text = JSON.stringify(body, undefined, 2).replaceAll("'", `'\\''`);
  return `${head} \\\n  -H 'Content-Type: application/json' -d '${text}'`;
}

/** The objects of a dry run that would be created, as YAML for `kubectl apply`. */
export function yamlOf(objects: DryRun['objects']): string {
  return objects
    .filter(({ action }) => action === 'create')
    .map(({ diff }) =>
      diff
        .split('\n')
        .filter((line) => line.startsWith('+') && !line.startsWith('+++'))
        .map((line) => line.slice(1))
        .join('\n'),
    )
    .filter((text) => text !== '')
    .join('\n---\n');
}
