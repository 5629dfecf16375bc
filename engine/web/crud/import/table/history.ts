/** Something that was done to a table, and how it is taken back. */
export interface Step {
  redo: () => void;
  undo: () => void;
}

/** This many steps can be taken back. */
const kept = 200;

/** What was done and can be undone, and what was undone and can be done again. */
export class History {
  #done: Step[] = [];
  #undone: Step[] = [];

  /** Does a step, and remembers it. */
  do(step: Step): void {
    step.redo();
    this.#done.push(step);
    if (this.#done.length > kept) this.#done.shift();
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

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }
}
