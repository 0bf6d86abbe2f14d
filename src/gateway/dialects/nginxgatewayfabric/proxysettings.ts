import type { Configuration } from '../../../api/gatewayrule.ts';
import { objectOf, type Rendered } from '../../object.ts';
import { answerBuffers } from '../feature.ts';
import type { ListenerGroup } from '../group.ts';
import { referenceToRoute } from '../parts.ts';
import { PROXY_SETTINGS } from './resources.ts';
import { nginxBytes, nginxKibibytes, nginxSeconds } from './units.ts';

/** Number of buffers that NGINX Gateway Fabric takes; fewer leave none to read into while others are sent. */
export const BUFFERS = { least: 3, most: 256 } as const;

/** The policy for buffers and timeouts; none where a group leaves both to nginx. */
export function proxySettings(group: ListenerGroup): readonly Rendered[] {
  const buffering = bufferingOf(group.settings);
  const timeout = timeoutsOf(group.settings);
  const spec = {
    ...(Object.keys(buffering).length > 0 ? { buffering } : {}),
    ...(Object.keys(timeout).length > 0 ? { timeout } : {}),
  };
  return Object.keys(spec).length > 0
    ? [objectOf(group, PROXY_SETTINGS, { targetRefs: [referenceToRoute(group)], ...spec })]
    : [];
}

function bufferingOf(settings: Configuration): object {
  const { proxyBuffering, proxyBufferNumbers, proxyBufferSize } = settings;
  const sized = proxyBufferNumbers !== undefined || proxyBufferSize !== undefined;
  return {
    ...(proxyBuffering === undefined ? {} : { disable: proxyBuffering === 'off' }),
    ...(sized ? buffersOf(settings) : {}),
  };
}

/** The first part of an answer has a buffer of its own, as large as the others. */
function buffersOf(settings: Configuration): object {
  const requested = answerBuffers(settings);
  const number = bufferNumber(requested.number);
  const size = nginxKibibytes(requested.kibibytes);
  return {
    bufferSize: size.text,
    buffers: { number, size: size.text },
    busyBuffersSize: busySize(number, size.amount),
  };
}

/**
 * Part of an answer that may wait for the client while nginx reads on: two buffers, which is nginx's own way,
 * or one and a half where all but one of them are two. (nginx refuses less than one buffer and more than all
 * but one, NGINX Gateway Fabric these bounds too; what follows by itself from three buffers is beyond them.)
 */
function busySize(number: number, kibibytes: number): string {
  return number > BUFFERS.least ? nginxKibibytes(2 * kibibytes).text : nginxBytes(1536 * kibibytes).text;
}

/** Number of buffers that NGINX Gateway Fabric takes in place of the requested one. */
export function bufferNumber(requested: number): number {
  return Math.min(Math.max(requested, BUFFERS.least), BUFFERS.most);
}

/** Timeouts of requests; 0 seconds is none, as no request could succeed. */
function timeoutsOf({ proxyConnectTimeout, proxyReadTimeout, proxySendTimeout }: Configuration): object {
  return {
    ...(proxyConnectTimeout ? { connect: nginxSeconds(proxyConnectTimeout).text } : {}),
    ...(proxyReadTimeout ? { read: nginxSeconds(proxyReadTimeout).text } : {}),
    ...(proxySendTimeout ? { send: nginxSeconds(proxySendTimeout).text } : {}),
  };
}
