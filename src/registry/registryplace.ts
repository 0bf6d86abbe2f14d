import type { Realms } from '../store/request.ts';
import type { Credential } from './credential.ts';

/** Repository of a registry, and what opens it. */
export interface RegistryPlace {
  /** URL of the registry. */
  readonly base: URL;
  /** Name such as `team/shop`. */
  readonly repository: string;
  readonly credential: Credential;
  /** Origins that may get the credential for a token, beside the registry. */
  readonly realms: Realms;
}
