import { GATEWAY_RULES, type GatewayRule } from '../../objects/stoa.ts';
import type { Scope } from '../scope.ts';
import { writeAsRead } from './retry.ts';

/** Deletes a rule, unless it has been edited since it was read. */
export async function removeRule(scope: Scope, stored: GatewayRule): Promise<void> {
  await writeAsRead(scope, stored, ({ metadata: { namespace, name, uid, resourceVersion } }) =>
    scope.client.delete(GATEWAY_RULES, { namespace, name, uid, resourceVersion }),
  );
}
