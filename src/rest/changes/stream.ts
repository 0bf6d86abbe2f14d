import { once } from 'node:events';
import type { Response } from 'express';
import { Problem } from '../problem/problem.ts';
import type { ChangedObject, ChangeJournal } from './journal.ts';

/** Time (ms) between two looks for changes: those of one object between them are one. */
const LOOK_MS = 200;

/** Time (ms) between two signs of life, before each of which the rights of the caller are checked again. */
const BEAT_MS = 10_000;

/** Time (ms) that a client waits before it connects again. */
const RETRY_MS = 1_000;

/** Media type of a stream of events. */
export const EVENT_STREAM = 'text/event-stream';

/** Changes that a caller is told. */
export interface Feed {
  readonly journal: ChangeJournal;
  readonly namespace: string;
  /** Id of the last event that the client has seen. */
  readonly after: string | undefined;
  /** Throws a Problem when the caller may not read the changes any more. */
  readonly check: () => Promise<void>;
}

/**
 * Server-sent events (HTML Living Standard, 9.2) of a feed, until the client closes the connection or reads nothing, the
 * caller loses its rights, or `stop` aborts.
 */
export async function streamChanges(response: Response, feed: Feed, stop: AbortSignal): Promise<void> {
  const { journal, namespace, after } = feed;
  const pending = new Map<string, ChangedObject>();
  const take = (object: ChangedObject) => void pending.set(`${object.resource} ${object.name}`, object);
  response.statusCode = 200;
  // Express would name a character set, which events have none of.
  response.setHeader('content-type', EVENT_STREAM);
  // Proxies such as nginx would collect the events otherwise.
  response.setHeader('x-accel-buffering', 'no');
  if (response.req.method === 'HEAD' || response.destroyed || stop.aborted) {
    response.end();
    return;
  }
  response.write(`retry: ${RETRY_MS}\n\n`);
  const missed = journal.since(after, namespace);
  missed === undefined ? response.write(eventOf('reset', {}, journal.latest(namespace))) : missed.map(take);
  const forget = journal.listen(namespace, take);
  const look = () => {
    if (pending.size > 0 && !response.writableEnded && !response.writableNeedDrain) {
      response.write(eventsOf([...pending.values()], journal.latest(namespace)));
      pending.clear();
    }
  };
  const looks = setInterval(look, LOOK_MS);
  const beats = setInterval(() => void beat(response, feed.check), BEAT_MS);
  const end = () => response.end();
  stop.addEventListener('abort', end);
  try {
    await once(response, 'close');
  } finally {
    stop.removeEventListener('abort', end);
    clearInterval(looks);
    clearInterval(beats);
    forget();
  }
}

/** A sign of life, or the end of the stream. */
async function beat(response: Response, check: Feed['check']): Promise<void> {
  // One that has ended stays open as long as its client reads nothing.
  if (response.writableNeedDrain || response.writableEnded) {
    response.destroy();
    return;
  }
  const failure = await check().catch((error: unknown) => error);
  if (response.writableEnded) {
    return;
  }
  if (failure === undefined) {
    response.write(':\n\n');
  } else {
    response.end(failure instanceof Problem ? eventOf('end', { reason: failure.message }) : undefined);
  }
}

/** Events of changes; the last one has the id, because who has seen it has seen them all. */
function eventsOf(objects: readonly ChangedObject[], id: string): string {
  return objects
    .map(({ resource, name }, index) =>
      eventOf('change', { resource, name }, index === objects.length - 1 ? id : undefined),
    )
    .join('');
}

/** Text of an event; without an id, a client keeps the one it has. */
function eventOf(name: string, data: object, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
