/** A page's call to a worker. */
export interface Question {
  id: number;
  name: string;
  argument: unknown;
}

/** The worker's answer; `failed` is the error message. */
export interface Answer {
  id: number;
  value?: unknown;
  failed?: string;
}

/** The functions that a worker offers, by name, each with one argument. */
export type Offered = Readonly<Record<string, (argument: never) => unknown>>;

/** Answers, in a worker, the calls of the page that started it; a pending call does not block others. */
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

// Buffers are transferred rather than copied: the worker does not use them afterwards.
const post = (answered: Answer): void =>
  postMessage(answered, { transfer: answered.value instanceof Uint8Array ? [answered.value.buffer] : [] });
