/** An answer that the test releases explicitly: the stubbed call returns `answer`. */
export function deferredAnswer<Data>(data: Data): { answer: () => Promise<Data>; release: () => void } {
  const { promise, resolve } = Promise.withResolvers<Data>();
  return { answer: () => promise, release: () => resolve(data) };
}
