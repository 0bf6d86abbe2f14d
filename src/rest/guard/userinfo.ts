import type { Impersonation } from '../../kube/client.ts';

/** Attributes of a user, as reviews of the API server return them. */
export interface UserInfo {
  readonly username?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** Name of callers without credentials. */
const ANONYMOUS = 'system:anonymous';

/** The caller with these attributes; undefined without a name, and for callers without credentials. */
export function callerOf({ username, groups = [], uid, extra }: UserInfo): Impersonation | undefined {
  return username && username !== ANONYMOUS ? { user: username, groups, uid, extra } : undefined;
}
