import type { OpenOptions } from './database.ts';
import { explainConnectionError } from './explain-connection-error.ts';
import type { Primary } from './primary.ts';

/** How often the same sentence is logged, in milliseconds: every request of an outage fails by it. */
const sayAgainMs = 60_000;

/** Logs what keeps connections from being opened while the server runs, with what to do. (A start ends with that sentence.) */
export class ConnectionTrouble {
  readonly #primary: Pick<Primary, 'url'>;
  readonly #options: Pick<OpenOptions, 'log' | 'timeZone'>;
  readonly #saidAt = new Map<string, number>();
  #begun = false;

  constructor(primary: Pick<Primary, 'url'>, options: Pick<OpenOptions, 'log' | 'timeZone'>) {
    this.#primary = primary;
    this.#options = options;
  }

  /** Logs from now on. */
  begin(): void {
    this.#begun = true;
  }

  /** Logs the sentence of this error, unless it was logged within the last minute. */
  say(error: unknown): void {
    if (!this.#begun) return;
    const { message } = explainConnectionError(error, this.#primary.url, this.#options.timeZone);
    const now = performance.now();
    if (now - (this.#saidAt.get(message) ?? -sayAgainMs) < sayAgainMs) return;
    for (const [sentence, at] of this.#saidAt) if (now - at >= sayAgainMs) this.#saidAt.delete(sentence);
    this.#saidAt.set(message, now);
    this.#options.log.error({ err: error }, message);
  }
}
