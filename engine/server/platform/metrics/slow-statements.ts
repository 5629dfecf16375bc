import { type EndedStatement, onStatement } from '../database/planning-client.ts';

/** Most texts that are kept apart, and most characters of each: values never stand in them. */
const most = { texts: 500, characters: 500 };
/** How long the numbers of one window are added up: what is told is of the last one or two. */
const windowMs = 3_600_000;

/** A text that took long, with how often and how long, in milliseconds. */
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

/** Adds up how long the statements of this node take, for where the database does not (pg_stat_statements). */
export class SlowStatements {
  #sums = new Map<string, Sum>();
  #before = new Map<string, Sum>();
  #began = performance.now();
  readonly #stop: () => void;

  constructor() {
    this.#stop = onStatement(this.add);
  }

  /** Adds no more. */
  stop(): void {
    this.#stop();
  }

  readonly add = ({ text, seconds }: EndedStatement): void => {
    if (performance.now() - this.#began > windowMs) {
      [this.#before, this.#sums] = [this.#sums, new Map()];
      this.#began = performance.now();
    }
    const key = text.length > most.characters ? text.slice(0, most.characters) : text;
    const sum = this.#sums.get(key);
    if (sum === undefined) {
      if (this.#sums.size >= most.texts) this.#forgetFast();
      this.#sums.set(key, { calls: 1, seconds, longest: seconds });
      return;
    }
    sum.calls += 1;
    sum.seconds += seconds;
    sum.longest = Math.max(sum.longest, seconds);
  };

  /** Those that took longest on average, the slowest first. */
  slowest(count: number): SlowStatement[] {
    const all = new Map(this.#before);
    for (const [text, sum] of this.#sums) {
      const before = this.#before.get(text);
      all.set(text, before === undefined ? sum : joined(before, sum));
    }
    return [...all]
      .map(([text, { calls, seconds, longest }]) => ({ text, calls, mean: (seconds / calls) * 1000, longest: longest * 1000 }))
      .toSorted((one, other) => other.mean - one.mean)
      .slice(0, count)
      .map(({ text, ...rest }) => ({ text: text.replaceAll(/\s+/g, ' ').slice(0, 120), ...rest }));
  }

  /** Half of them go, those of which nobody will ask: a text that is new may be slow. */
  #forgetFast(): void {
    const slowFirst = [...this.#sums].toSorted(([, one], [, other]) => other.seconds / other.calls - one.seconds / one.calls);
    this.#sums = new Map(slowFirst.slice(0, most.texts / 2));
  }
}

const joined = (one: Sum, other: Sum): Sum => ({
  calls: one.calls + other.calls,
  seconds: one.seconds + other.seconds,
  longest: Math.max(one.longest, other.longest),
});
