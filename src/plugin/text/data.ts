import { visibleJson } from '../../base/visible.ts';
import { yamlOf } from '../../kube/yaml.ts';

/** Value for programs, as JSON or YAML, with escapes for all characters that a terminal acts on. */
export function dataText(value: object, { yaml }: { readonly yaml?: boolean | undefined }): string {
  // As JSON has it: without members that are undefined.
  return yaml
    ? yamlOf(JSON.parse(JSON.stringify(value))).trimEnd()
    : visibleJson(JSON.stringify(value, null, 2));
}
