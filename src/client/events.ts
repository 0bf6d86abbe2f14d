import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream';

/** Silence (ms) after which a stream of the REST API counts as broken; the API sends a sign of life every 10 s. */
export const SILENCE_MS = 25_000;

/** Events of a stream of the REST API; `alive` is called for all that comes, such as a sign of life. */
export function eventsOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  alive: () => void,
): ReadableStream<EventSourceMessage> {
  const heard = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      alive();
      controller.enqueue(chunk);
    },
  });
  return body
    .pipeThrough(heard)
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
}
