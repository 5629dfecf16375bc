/** How long a call waits for its turn, and for its answer, in milliseconds. */
export interface DiskLimits {
  readonly turn: number;
  readonly answer: number;
}

/** Of the four threads that Node has for such work, files get two: who signs in needs one too, and a share that hangs keeps its own. */
const atOnce = 2;
const usual: DiskLimits = { turn: 8_000, answer: 20_000 };

/**
 * Calls on a folder that may lie on a share. When that hangs, no call on it ever comes back and nothing can end it: so few are made at
 * once, and whoever waits for one is told after a while that it is silent. The turn of such a call is free again when it comes back.
 */
export class DiskCalls {
  readonly #limits: DiskLimits;
  readonly #waiting = new Set<() => void>();
  #busy = 0;
  /** Of those that are busy, the ones that were given up. */
  #silent = 0;

  constructor(limits: DiskLimits = usual) {
    this.#limits = limits;
  }

  /** Makes a call in its turn; rejects while the folder is silent. `undo` gets what a call gives that comes back after that. */
  async run<Result>(call: () => Promise<Result>, undo: (late: Result) => unknown = () => undefined): Promise<Result> {
    await this.#turn();
    const made = call();
    let isGivenUp = false;
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        isGivenUp = true;
        this.#silent += 1;
        reject(new Error(`The folder of files was silent for ${this.#limits.answer / 1000} s`));
      }, this.#limits.answer);
    });
    void made
      .then((result) => (isGivenUp ? undo(result) : undefined))
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(timer);
        if (isGivenUp) this.#silent -= 1;
        this.#next();
      });
    return Promise.race([made, silence]);
  }

  async #turn(): Promise<void> {
    if (this.#silent === atOnce) throw new Error('The folder of files is silent');
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
        reject(new Error(`The folder of files was busy for ${this.#limits.turn / 1000} s`));
      }, this.#limits.turn);
      this.#waiting.add(begin);
    });
  }

  /** Gives the turn on to who has waited longest. */
  #next(): void {
    const [begin] = this.#waiting;
    if (begin === undefined) this.#busy -= 1;
    else {
      this.#waiting.delete(begin);
      begin();
    }
  }
}

/** All of this process, whose threads they share. */
export const diskCalls = new DiskCalls();
