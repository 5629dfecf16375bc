/** A change of the table, and how to undo it. */
export interface Step {
  redo: () => void;
  undo: () => void;
}

/** Number of steps that can be undone. */
const maxSteps = 200;

/** The undo and redo stacks. */
export class History {
  #done: Step[] = [];
  #undone: Step[] = [];

  /** Performs a step and records it. */
  do(step: Step): void {
    step.redo();
    this.#done.push(step);
    if (this.#done.length > maxSteps) this.#done.shift();
    this.#undone = [];
  }

  undo(): void {
    const step = this.#done.pop();
    if (step === undefined) return;
    step.undo();
    this.#undone.push(step);
  }

  redo(): void {
    const step = this.#undone.pop();
    if (step === undefined) return;
    step.redo();
    this.#done.push(step);
  }

  /** Whether a step can be undone, and one redone. */
  get state(): { undo: boolean; redo: boolean } {
    return { undo: this.#done.length > 0, redo: this.#undone.length > 0 };
  }
}
