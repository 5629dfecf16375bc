/** How long a call waits for its turn, and for its answer, in milliseconds. */
export interface DiskLimits {
  readonly queueTimeoutMs: number;
  readonly callTimeoutMs: number;
}

/** Node has four threads for such work: files get two, since signing in needs one too, and a hanging share blocks its own. */
const atOnce = 2;
const usual: DiskLimits = { queueTimeoutMs: 8_000, callTimeoutMs: 20_000 };

/**
 * Limits the calls on a folder that may be on a share. When that hangs, its calls never return and cannot be aborted: so few run
 * concurrently, and callers get an error after a while. The turn of such a call becomes free when it returns.
 */
export class DiskCalls {
  readonly #limits: DiskLimits;
  readonly #waiting = new Set<() => void>();
  #busy = 0;
  /** The number of running calls that were given up. */
  #silentCalls = 0;

  constructor(limits: DiskLimits = usual) {
    this.#limits = limits;
  }

  /** Makes a call in its turn; rejects while the folder is silent. `undo` receives the result of a call that returns after that. */
  async run<Result>(call: () => Promise<Result>, undo: (late: Result) => unknown = () => undefined): Promise<Result> {
    await this.#acquire();
    const made = call();
    let isGivenUp = false;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        isGivenUp = true;
        this.#silentCalls += 1;
        reject(new Error(`The folder of files was silent for ${this.#limits.callTimeoutMs / 1000} s`));
      }, this.#limits.callTimeoutMs);
    });
    void made
      .then((result) => (isGivenUp ? undo(result) : undefined))
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(timer);
        if (isGivenUp) this.#silentCalls -= 1;
        this.#next();
      });
    return Promise.race([made, timeout]);
  }

  async #acquire(): Promise<void> {
    if (this.#silentCalls === atOnce) throw new Error('The folder of files is silent');
    if (this.#busy < atOnce) {
      this.#busy += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(begin);
        reject(new Error(`The folder of files was busy for ${this.#limits.queueTimeoutMs / 1000} s`));
      }, this.#limits.queueTimeoutMs);
      this.#waiting.add(begin);
    });
  }

  /** Passes the turn to the longest-waiting caller. */
  #next(): void {
    const [begin] = this.#waiting;
    if (begin === undefined) this.#busy -= 1;
    else {
      this.#waiting.delete(begin);
      begin();
    }
  }
}

/** All calls of this process, which share its threads. */
export const diskCalls = new DiskCalls();
