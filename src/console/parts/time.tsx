import { type ReactElement, useEffect, useState } from 'react';
import { fromNow } from './time.ts';

/** Time (ms) after which the words of how long ago something was are told anew. */
const RENEWAL_MS = 20_000;

/** Time as the clock of the reader tells it, with its zone, and how far it is from now; empty where it is none. */
export function Time({ time }: { readonly time: string | number }): ReactElement | null {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), RENEWAL_MS);
    return () => clearInterval(timer);
  }, []);
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) {
    return null;
  }
  const instant = date.toISOString();
  return (
    <time dateTime={instant}>
      {date.toLocaleString([], { dateStyle: 'medium', timeStyle: 'long' })} ({fromNow(instant, now)})
    </time>
  );
}
