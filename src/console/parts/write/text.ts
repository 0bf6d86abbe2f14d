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

/** Text by which `kubectl` does what a write does: YAML to apply of objects that would be created, and commands for others. */
export function yamlOf(objects: DryRun['objects']): string {
  return objects
    .map(textOf)
    .filter((text) => text !== '')
    .join('\n---\n');
}

function textOf({ action, kind, name, diff }: DryRun['objects'][number]): string {
  switch (action) {
    case 'create':
      return addedText(diff);
    case 'delete':
      return `# kubectl delete ${kind.toLowerCase()} ${name}`;
    default:
      return `# kubectl edit ${kind.toLowerCase()} ${name}: make the changes there`;
  }
}

/** Text that a unified diff adds. */
function addedText(diff: string): string {
  return diff
    .split('\n')
    .filter((line) => line.startsWith('+') && !line.startsWith('+++'))
    .map((line) => line.slice(1))
    .join('\n');
}
