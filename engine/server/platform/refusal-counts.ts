/** The lines of one person in a minute, and the calls that are counted each by itself. */
const most = { lines: 60, calls: 60 };
const minuteMs = 60_000;

interface Person<Line> {
  lines: number;
  readonly calls: Map<string, { line: Line; rest: number }>;
}

/**
 * Decides which refused calls get a line of their own, so that a flood of them does not fill the log: in a minute
 * sixty of each person, and the first of each call in any case. The others are counted by call, and told when the
 * minute is over.
 */
export class RefusalCounts<Line> {
  readonly #people = new Map<string, Person<Line>>();
  readonly #tellRest: (line: Line, rest: number) => Promise<void>;
  #begin = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(tellRest: (line: Line, rest: number) => Promise<void>) {
    this.#tellRest = tellRest;
  }

  /** How many of these refusals of one call get a line now. */
  async take(userId: string, call: string, refused: number, line: Line): Promise<number> {
    await this.#turn();
    if (this.#people.size === 0) this.#begin = Date.now();
    this.#timer ??= setInterval(() => void this.#turn(), minuteMs).unref();
    const person = this.#people.get(userId) ?? { lines: 0, calls: new Map() };
    this.#people.set(userId, person);
    const isCounted = person.calls.has(call);
    const isRoom = isCounted || person.calls.size < most.calls;
    const lines = Math.min(refused, Math.max(most.lines - person.lines, isCounted || !isRoom ? 0 : 1));
    person.lines += lines;
    // Calls beyond those are counted together, under the last of them.
    const key = isRoom ? call : '';
    person.calls.set(key, { line, rest: (person.calls.get(key)?.rest ?? 0) + refused - lines });
    return lines;
  }

  /** Tells of what was counted so far. */
  async flush(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    const calls = [...this.#people.values()].flatMap((person) => [...person.calls.values()]);
    this.#people.clear();
    for (const { line, rest } of calls) if (rest > 0) await this.#tellRest(line, rest);
  }

  async #turn(): Promise<void> {
    if (Math.abs(Date.now() - this.#begin) >= minuteMs) await this.flush();
  }
}
