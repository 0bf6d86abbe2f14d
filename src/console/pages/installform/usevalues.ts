import { useEffect, useState } from 'react';
import type { ReadValues } from './values.ts';

/** Values as they are typed; the reader is loaded when something is typed. Undefined while it is not there. */
export function useValues(text: string): ReadValues | undefined {
  const [read, setRead] = useState<ReadValues>();
  useEffect(() => {
    let isLatest = true;
    void import('./values.ts').then(({ readValues }) => isLatest && setRead(readValues(text)));
    return () => {
      isLatest = false;
    };
  }, [text]);
  return read;
}
