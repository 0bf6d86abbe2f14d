import { UserError } from '../errors.ts';
import minors from './minors/minors.json' with { type: 'json' };
import versions from './versions.json' with { type: 'json' };

/** Name of a minor version of Kubernetes beside the default one, such as `1.33`. */
export type MinorName = keyof typeof minors;

/** Version of Kubernetes, and the Gateway API that goes with it. */
export interface Minor {
  readonly kubernetes: string;
  readonly gatewayApi: string;
  /** Its name, where it is not the default one: that of a wrapper module. */
  readonly name?: MinorName;
}

/** Names of the minors beside the default one. */
export const MINORS = Object.keys(minors) as readonly MinorName[];

/**
 * Versions that `STOA_KUBERNETES`, the name of a minor, and `STOA_GATEWAY_API`, a version, choose; those of
 * `versions.json` where neither is set. Throws a UserError for a minor that there is no wrapper module for.
 */
export function chosenMinor({
  STOA_KUBERNETES: wanted,
  STOA_GATEWAY_API: gatewayApi,
}: NodeJS.ProcessEnv): Minor {
  const chosen = minorOf(wanted);
  return gatewayApi ? { ...chosen, gatewayApi } : chosen;
}

function minorOf(wanted: string | undefined): Minor {
  if (!wanted || versions.kubernetes.startsWith(`${wanted}.`)) {
    return { kubernetes: versions.kubernetes, gatewayApi: versions.gatewayApi };
  }
  const name = MINORS.find((each) => each === wanted);
  if (name === undefined) {
    throw new UserError(
      `no Kubernetes ${wanted} can be built: --kubernetes is one of ${MINORS.join(', ')}, or left out for ${versions.kubernetes}`,
    );
  }
  return { ...minors[name], name };
}
