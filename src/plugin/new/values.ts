import { type Fields, isFields } from '../../base/fields.ts';
import { readYaml } from '../../kube/yaml.ts';
import { Refused } from '../failure.ts';

/** Values in a text, as `helm install --values` takes it. Throws Refused. Pure. */
export function valuesIn(text: string): Fields {
  const read = readYaml(text);
  if (!read.ok) {
    throw new Refused(`the values cannot be read: ${read.why}`);
  }
  const [values = {}, ...more] = read.documents;
  if (!isFields(values) || more.length > 0) {
    throw new Refused('the values must be one map');
  }
  return values;
}
