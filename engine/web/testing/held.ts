/** An answer that a test lets go when it wants to: `answer` is what the stubbed call gives. */
export function held<Data>(data: Data): { answer: () => Promise<Data>; release: () => void } {
  const { promise, resolve } = Promise.withResolvers<Data>();
  return { answer: () => promise, release: () => resolve(data) };
}
