/** What a page asks of a worker. */
export interface Question {
  id: number;
  name: string;
  argument: unknown;
}

/** What the worker answers; `failed` holds the words of what went wrong. */
export interface Answer {
  id: number;
  value?: unknown;
  failed?: string;
}

/** Functions of one argument by name, such as a worker offers. */
export type Offered = Readonly<Record<string, (argument: never) => unknown>>;

/** Answers, in a worker, the calls of the page that started it; a call that waits blocks no other. */
export function serveCalls(offered: Offered): void {
  addEventListener('message', ({ data }: MessageEvent<Question>) => {
    void answer(offered, data).then(post);
  });
}

async function answer(offered: Offered, { id, name, argument }: Question): Promise<Answer> {
  try {
    return { id, value: await offered[name]?.(argument as never) };
  } catch (error) {
    return { id, failed: error instanceof Error ? error.message : String(error) };
  }
}

// Buffers are transferred, not copied: the answering side does not use them any more.
const post = (answered: Answer): void =>
  postMessage(answered, { transfer: answered.value instanceof Uint8Array ? [answered.value.buffer] : [] });
