import { type EndedStatement, onStatement } from '../database/planning-client.ts';

/** Most distinct texts, and most characters of each: they never contain values. */
const limits = { texts: 500, characters: 500 };
/** Length of a window of measurements: reports cover the last one or two. */
const windowMs = 3_600_000;

/** A slow statement's text, with its calls and durations in milliseconds. */
export interface SlowStatement {
  readonly text: string;
  readonly calls: number;
  readonly mean: number;
  readonly longest: number;
}

interface Sum {
  calls: number;
  seconds: number;
  longest: number;
}

/** Sums the durations of this node's statements, for databases that do not (pg_stat_statements). */
export class SlowStatements {
  #sums = new Map<string, Sum>();
  #previousSums = new Map<string, Sum>();
  #windowStart = performance.now();
  readonly #stop: () => void;

  constructor() {
    this.#stop = onStatement(this.add);
  }

  /** Stops measuring. */
  stop(): void {
    this.#stop();
  }

  readonly add = ({ text, seconds }: EndedStatement): void => {
    if (performance.now() - this.#windowStart > windowMs) {
      [this.#previousSums, this.#sums] = [this.#sums, new Map()];
      this.#windowStart = performance.now();
    }
    const key = text.length > limits.characters ? text.slice(0, limits.characters) : text;
    const sum = this.#sums.get(key);
    if (sum === undefined) {
      if (this.#sums.size >= limits.texts) this.#forgetFast();
      this.#sums.set(key, { calls: 1, seconds, longest: seconds });
      return;
    }
    sum.calls += 1;
    sum.seconds += seconds;
    sum.longest = Math.max(sum.longest, seconds);
  };

  /** The statements with the longest mean duration, slowest first. */
  slowest(count: number): SlowStatement[] {
    const all = new Map(this.#previousSums);
    for (const [text, sum] of this.#sums) {
      const before = this.#previousSums.get(text);
      all.set(text, before === undefined ? sum : joined(before, sum));
    }
    return [...all]
      .map(([text, { calls, seconds, longest }]) => ({ text, calls, mean: (seconds / calls) * 1000, longest: longest * 1000 }))
      .toSorted((one, other) => other.mean - one.mean)
      .slice(0, count)
      .map(({ text, ...rest }) => ({ text: text.replaceAll(/\s+/g, ' ').slice(0, 120), ...rest }));
  }

  /** Drops the faster half: a new text may be a slow one. */
  #forgetFast(): void {
    const slowFirst = [...this.#sums].toSorted(([, one], [, other]) => other.seconds / other.calls - one.seconds / one.calls);
    this.#sums = new Map(slowFirst.slice(0, limits.texts / 2));
  }
}

const joined = (one: Sum, other: Sum): Sum => ({
  calls: one.calls + other.calls,
  seconds: one.seconds + other.seconds,
  longest: Math.max(one.longest, other.longest),
});
