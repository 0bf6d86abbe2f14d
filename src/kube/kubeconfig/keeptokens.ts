import { readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { isMap, isSeq, parseDocument } from 'yaml';

/** Place of tokens: a user in the file of a kubeconfig. */
export interface TokenPlace {
  readonly file: string;
  readonly user: string;
}

/** Writes tokens of a user into a kubeconfig, of which all else stays as it is. */
export async function keepTokens(
  { file, user }: TokenPlace,
  { idToken, refreshToken }: { readonly idToken: string; readonly refreshToken: string },
): Promise<void> {
  const target = await realpath(file);
  const document = parseDocument(await readFile(target, 'utf8'));
  const users = document.get('users');
  const entry = isSeq(users)
    ? users.items.find((each) => isMap(each) && each.get('name') === user)
    : undefined;
  if (!isMap(entry)) {
    throw new Error(`the kubeconfig ${file} has no user ${user} any more, whose new tokens would be lost`);
  }
  const config = ['user', 'auth-provider', 'config'];
  entry.setIn([...config, 'id-token'], idToken);
  entry.setIn([...config, 'refresh-token'], refreshToken);
  const draft = `${target}.${process.pid}`;
  const { mode } = await stat(target);
  await writeFile(draft, document.toString(), { mode });
  // Readers see the old file, or the new one.
  await rename(draft, target);
}
