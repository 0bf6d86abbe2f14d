import { UserError } from '../errors.ts';
import minors from './minors/minors.json' with { type: 'json' };
import versions from './versions.json' with { type: 'json' };

/** Name of a minor version of Kubernetes beside the default one, such as `1.33`. */
export type MinorName = keyof typeof minors;

/** Version of Kubernetes whose programs run. */
export interface Minor {
  readonly kubernetes: string;
  /** Its name, where it is not the default one: that of a wrapper module. */
  readonly name?: MinorName;
}

/** Names of the minors beside the default one. */
export const MINORS = Object.keys(minors) as readonly MinorName[];

/**
 * Version that `STOA_KUBERNETES`, the name of a minor, chooses; that of `versions.json` where it is not set. Throws a
 * UserError for a minor that there is no wrapper module for.
 */
export function chosenMinor({ STOA_KUBERNETES: wanted }: NodeJS.ProcessEnv): Minor {
  if (!wanted || versions.kubernetes.startsWith(`${wanted}.`)) {
    return { kubernetes: versions.kubernetes };
  }
  const name = MINORS.find((each) => each === wanted);
  if (name === undefined) {
    throw new UserError(
      `no Kubernetes ${wanted} can be built: --kubernetes is one of ${MINORS.join(', ')}, or left out for ${versions.kubernetes}`,
    );
  }
  return { kubernetes: minors[name].kubernetes, name };
}

/** Release of the Gateway API, and the channel of its CRDs. */
export interface GatewayApi {
  readonly version: string;
  readonly channel: 'standard' | 'experimental';
}

/**
 * Gateway API whose CRDs an API server of a version such as `1.31.14` accepts, with its experimental channel;
 * `STOA_GATEWAY_API`, such as `1.4.1` or `1.4.1-standard`, chooses another one.
 */
export function gatewayApiOf(
  kubernetes: string,
  { STOA_GATEWAY_API: chosen }: NodeJS.ProcessEnv,
): GatewayApi {
  if (chosen) {
    const version = chosen.replace(/-standard$/, '');
    return { version, channel: version === chosen ? 'experimental' : 'standard' };
  }
  const name = MINORS.find((each) => kubernetes.startsWith(`${each}.`));
  const version = name === undefined ? versions.gatewayApi : minors[name].gatewayApi;
  return { version, channel: 'experimental' };
}
