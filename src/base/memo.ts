/**
 * Asks `read` again when the last answer is `maxAgeMs` old, and once however many wait for it; a failure is
 * told to those who wait and not remembered.
 */
export function remember<T>(read: () => Promise<T>, maxAgeMs: number): () => Promise<T> {
  let answer: Promise<T> | undefined;
  let answeredAt = 0;
  const ask = async () => {
    answeredAt = Number.POSITIVE_INFINITY;
    try {
      const value = await read();
      answeredAt = performance.now();
      return value;
    } catch (error) {
      answer = undefined;
      throw error;
    }
  };
  return () => {
    if (answer === undefined || performance.now() - answeredAt >= maxAgeMs) {
      answer = ask();
    }
    return answer;
  };
}
