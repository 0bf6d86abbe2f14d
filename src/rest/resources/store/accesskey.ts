import { ACCESS_KEY } from '../../../api/marketinstall.ts';
import { ignoreNotFound } from '../../../kube/error.ts';
import { isKeyOf, keyRealmsOf } from '../../../objects/accesskey.ts';
import { SECRETS } from '../../../objects/core.ts';
import { secretText } from '../../../objects/secret.ts';
import type { Store } from '../../../store/request.ts';
import { invalidFields } from '../../problem/problem.ts';
import type { TeamScope } from '../../scope.ts';
import type { NamedStore } from './parameters.ts';

/**
 * Store with the access key that the caller may read. Throws the Problem `invalid` where there is none to send: a key goes
 * to no other store than the one that its Secret names, as for an install.
 */
export async function storeAt(
  { client, namespace }: Pick<TeamScope, 'client' | 'namespace'>,
  { url, domain, secret: name }: NamedStore,
): Promise<Store> {
  if (name === undefined) {
    return { url, domain };
  }
  const secret = await ignoreNotFound(client.get(SECRETS, { namespace, name }));
  const accessKey = secret && secretText(secret, ACCESS_KEY);
  if (secret === undefined || accessKey === undefined) {
    throw unusable(`there is no Secret ${name} with the access key`);
  }
  if (!isKeyOf(secret, url)) {
    throw unusable(`the access key in the Secret ${name} is not for this store`);
  }
  return { url, domain, accessKey, realms: keyRealmsOf(secret) };
}

function unusable(message: string) {
  return invalidFields([{ field: 'access_key_secret', message }]);
}
