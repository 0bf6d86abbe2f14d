import { type Fields, fieldsOf, isFields } from './fields.ts';

/** What a pod may not ask of its node, each with what it would reach. */
const REACHING_OUT: Readonly<Record<string, string>> = {
  hostNetwork: 'its pods would join the network of their node',
  hostPID: 'its pods would see the processes of their node',
  hostIPC: 'its pods would see the memory of other processes on their node',
};

/** Why pods of this template would get out of their namespace; undefined where they stay in it. */
export function escapeOf(template: unknown): string | undefined {
  const spec = fieldsOf(fieldsOf(template).spec);
  const reached = Object.keys(REACHING_OUT).find((name) => spec[name] !== undefined && spec[name] !== false);
  if (reached !== undefined) {
    return REACHING_OUT[reached];
  }
  if (mapsOf(spec.volumes).some(({ hostPath }) => hostPath !== undefined)) {
    return 'its pods would read files of their node';
  }
  const containers = [spec.containers, spec.initContainers, spec.ephemeralContainers].flatMap(mapsOf);
  return containers.map(escapeOfContainer).find((why) => why !== undefined);
}

function escapeOfContainer({ ports, securityContext, volumeMounts }: Fields): string | undefined {
  const { privileged, capabilities, procMount } = fieldsOf(securityContext);
  if (privileged === true || procMount !== undefined) {
    return 'a privileged container has all rights on its node';
  }
  const { add } = fieldsOf(capabilities);
  if (Array.isArray(add) && add.some(isWide)) {
    return 'a container must not have more capabilities than usual';
  }
  if (mapsOf(ports).some(({ hostPort }) => hostPort !== undefined)) {
    return 'its pods would take a port of their node';
  }
  return mapsOf(volumeMounts).some(({ mountPropagation }) => mountPropagation === 'Bidirectional')
    ? 'its pods would mount volumes into their node'
    : undefined;
}

function isWide(capability: unknown): boolean {
  return capability !== 'NET_BIND_SERVICE';
}

function mapsOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}
