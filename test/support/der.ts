/** Value in DER: a tag, and a content or several values in it. */
export function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const { length } = body;
  const bytes =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...bytes]), body]);
}

/** Sequence in DER. */
export function sequence(...content: readonly Uint8Array[]): Buffer {
  return der(0x30, ...content);
}

/** Object identifier in DER, such as `2.5.29.17`. */
export function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  return der(0x06, Buffer.from([40 * first + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const digits = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) {
    digits.unshift((rest & 0x7f) | 0x80);
  }
  return digits;
}

/** Time in DER, as certificates have it until 2049. */
export function utcTime(time: Date): Buffer {
  return der(
    0x17,
    Buffer.from(
      `${time
        .toISOString()
        .replace(/[-:T]|\.\d+/g, '')
        .slice(2)}`,
    ),
  );
}
