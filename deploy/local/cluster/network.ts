import { UserError } from '../errors.ts';
import { type Address, octetAddresses, type PortName, portUses, tcpPortUses } from './address.ts';
import { assertPortsFree, reserveOctet } from './reservation.ts';

/** Shared loopback address, or one that no other cluster of this machine has. */
export type HostChoice = 'shared' | 'own';

/** Shared loopback address. */
export const SHARED_HOST = '127.0.0.1';

/** Addresses of a local cluster, which it holds until their release. */
export interface ClusterNetwork {
  readonly address: Address;
  readonly serviceRange: string;
  readonly kubernetesServiceIp: string;
  release(): void;
}

/** Ports that a cluster needs: single ones by name, and optionally the range for TCP rules. */
export interface PortNeeds {
  readonly names: readonly PortName[];
  readonly tcpRange: 'tcp' | 'no tcp';
}

/** Reserves an octet whose needed ports are free. Throws a UserError where they are not. */
export async function reserveNetwork(
  choice: HostChoice,
  portBase: number,
  needs: PortNeeds,
): Promise<ClusterNetwork> {
  if (choice === 'shared') {
    await checkPorts({ host: SHARED_HOST, portBase }, needs);
  }
  const { octet, release } = await reserveOctet(async (candidate) => {
    return choice === 'shared' || portsAreFree({ host: octetAddresses(candidate).ownHost, portBase }, needs);
  });
  const { ownHost, serviceRange, kubernetesServiceIp } = octetAddresses(octet);
  const host = choice === 'own' ? ownHost : SHARED_HOST;
  return { address: { host, portBase }, serviceRange, kubernetesServiceIp, release };
}

/** Checks that the needed ports are free. Throws a UserError that names one that is not. */
export function checkPorts(address: Address, { names, tcpRange }: PortNeeds): Promise<void> {
  const tcp = tcpRange === 'tcp' ? tcpPortUses(address) : [];
  return assertPortsFree(address.host, [...portUses(address, names), ...tcp]);
}

/** Whether the needed ports are free: processes that a killed cluster left may listen on an octet that is free. */
async function portsAreFree(address: Address, needs: PortNeeds): Promise<boolean> {
  try {
    await checkPorts(address, needs);
    return true;
  } catch (error) {
    if (error instanceof UserError) {
      return false;
    }
    throw error;
  }
}
