import { type Config, parseConfig } from '../../config.ts';
import type { KubeClient } from '../../kube/client.ts';
import { tryRead } from '../../kube/error.ts';
import { CONFIG_MAPS } from '../../objects/core.ts';
import { inOneLine } from '../failure.ts';

/** Namespace of the chart's release. */
const NAMESPACE = 'stoa-system';

/** Labels of the chart's ConfigMap. */
const LABELS = 'app.kubernetes.io/part-of=stoa,app.kubernetes.io/component=config';

/** Configuration of Stoa in a cluster, and why it is not that of the installed one. */
interface FoundConfiguration {
  readonly config: Config;
  readonly problem?: string;
}

/** Configuration of the Stoa that is installed, or defaults where the user may not read it or there is none. */
export async function installedConfiguration(client: KubeClient): Promise<FoundConfiguration> {
  const read = await tryRead(client.list(CONFIG_MAPS, { namespace: NAMESPACE, labelSelector: LABELS }));
  if (read.type !== 'found') {
    return { config: UNREAD, problem: `you may not read the configuration of Stoa in ${NAMESPACE}` };
  }
  const text = read.value[0]?.data?.['config.yaml'];
  if (text === undefined) {
    return { config: DEFAULTS, problem: `there is no configuration of Stoa in ${NAMESPACE}` };
  }
  try {
    return { config: parseConfig(text, NAMESPACE) };
  } catch (error) {
    return {
      config: UNREAD,
      problem: `the configuration of Stoa is not of this version: ${inOneLine(error)}`,
    };
  }
}

/** Configuration where there is none. */
const DEFAULTS = parseConfig('gateway: { namespace: stoa-system, name: stoa }', 'defaults');

/** Configuration where it cannot be read: whichever mode of teams it has, each team of the user is one by this. */
const UNREAD = parseConfig(
  'gateway: { namespace: stoa-system, name: stoa }\nteams: { mode: namespaces }',
  'in place of what cannot be read',
);
