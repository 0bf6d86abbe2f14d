import { closeSync, openSync } from 'node:fs';
import type { Choice } from './choose.ts';
import type { Cluster, CredentialPlugin, User } from './decode.ts';

/**
 * Problems of what a kubeconfig chooses, for which kubectl refuses it too. What is not chosen may have any, and some are
 * none where there is no TLS.
 */
export function problemsOfChoice(
  { cluster, user, clusterName, userName }: Choice,
  isSecure: boolean,
): readonly string[] {
  const ofCluster = [...problemsOfCluster(cluster), ...(isSecure ? problemsOfTrust(cluster) : [])];
  const ofUser = [...problemsOfUser(user), ...(isSecure ? problemsOfLogin(user) : [])];
  return [
    ...ofCluster.map((problem) => `the cluster ${clusterName}: ${problem}`),
    ...ofUser.map((problem) => `the user ${userName}: ${problem}`),
  ];
}

function problemsOfCluster({ authority, authorityData }: Cluster): readonly string[] {
  return [
    ...both('certificate-authority', authority, authorityData),
    ...unreadable('certificate-authority', authority),
  ];
}

function problemsOfTrust({ insecure, authority, authorityData }: Cluster): readonly string[] {
  const isTold = authority !== '' || authorityData !== '';
  return when(insecure && isTold, 'certificate-authority and insecure-skip-tls-verify exclude each other');
}

/** Versions of the protocol of credential plugins that client-go speaks. */
const VERSIONS = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'];

function problemsOfLogin({ tokenFile, username, exec }: User): readonly string[] {
  const version = exec?.apiVersion || 'empty';
  return [
    ...when(tokenFile !== '' && username !== '', 'tokenFile and username exclude each other'),
    ...when(
      exec !== undefined && !VERSIONS.includes(version),
      `apiVersion of exec must be ${VERSIONS.join(' or ')}, not ${version}`,
    ),
  ];
}

function problemsOfUser(user: User): readonly string[] {
  const { username, password, token, as, asUid, asGroups, asExtra } = user;
  const basic = username !== '' || password !== '';
  const more = asUid !== '' || asGroups.length > 0 || asExtra.size > 0;
  return [
    ...problemsOfCertificate(user),
    ...when(token !== '' && basic, 'token and username exclude each other'),
    ...when(as === '' && more, 'as-uid, as-groups and as-user-extra need as'),
    ...(user.exec === undefined ? [] : problemsOfPlugin(user.exec)),
    ...when(
      user.exec !== undefined && user.authProvider !== undefined,
      'exec and auth-provider exclude each other',
    ),
  ];
}

function problemsOfCertificate({ certificate, certificateData, key, keyData }: User): readonly string[] {
  if (certificate === '' && certificateData === '') {
    return [];
  }
  return [
    ...both('client-certificate', certificate, certificateData),
    ...both('client-key', key, keyData),
    ...when(key === '' && keyData === '', 'a client certificate needs client-key or client-key-data'),
    ...unreadable('client-certificate', certificate),
    ...unreadable('client-key', key),
  ];
}

const MODES = ['Never', 'IfAvailable', 'Always'];

function problemsOfPlugin({
  command,
  apiVersion,
  env,
  interactiveMode,
}: CredentialPlugin): readonly string[] {
  return [
    ...when(command === '', 'exec needs command'),
    ...when(apiVersion === '', 'exec needs apiVersion'),
    ...when(!MODES.includes(interactiveMode), `interactiveMode of exec must be ${MODES.join(', ')}`),
    ...when(
      env.some(({ name }) => name === ''),
      'each variable of exec needs a name',
    ),
  ];
}

function both(field: string, file: string, data: string): readonly string[] {
  return when(file !== '' && data !== '', `${field} and ${field}-data exclude each other`);
}

function unreadable(field: string, file: string): readonly string[] {
  if (file === '') {
    return [];
  }
  try {
    closeSync(openSync(file, 'r'));
    return [];
  } catch (error) {
    return [`${field}: ${(error as Error).message}`];
  }
}

function when(isSo: boolean, problem: string): readonly string[] {
  return isSo ? [problem] : [];
}
