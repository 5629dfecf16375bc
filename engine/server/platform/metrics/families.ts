type Labels = Readonly<Record<string, string>>;

/** Upper bounds of the buckets of durations, in seconds. */
const bounds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** A counter, by labels. */
export class Counter {
  readonly #values = new Map<string, number>();
  add(labels: Labels, by = 1): void {
    const key = textOf(labels);
    this.#values.set(key, (this.#values.get(key) ?? 0) + by);
  }
  lines(name: string, help: string): string[] {
    return [...head(name, help, 'counter'), ...[...this.#values].map(([labels, value]) => `${name}${labels} ${value}`)];
  }
}

/** Lines of counters that are counted elsewhere. */
export function counter(name: string, help: string, values: readonly (readonly [Labels, number])[]): string[] {
  return [...head(name, help, 'counter'), ...values.map(([labels, value]) => `${name}${textOf(labels)} ${value}`)];
}

/** A histogram of durations, by labels. */
export class Histogram {
  readonly #series = new Map<string, { labels: Labels; counts: number[]; sum: number; count: number }>();
  observe(labels: Labels, seconds: number): void {
    const key = textOf(labels);
    const series = this.#series.get(key) ?? { labels, counts: bounds.map(() => 0), sum: 0, count: 0 };
    this.#series.set(key, series);
    series.sum += seconds;
    series.count += 1;
    for (const [at, bound] of bounds.entries()) if (seconds <= bound) series.counts[at] = (series.counts[at] ?? 0) + 1;
  }
  lines(name: string, help: string): string[] {
    const lines = [...this.#series.values()].flatMap(({ labels, counts, sum, count }) => [
      ...bounds.map((bound, at) => `${name}_bucket${textOf({ ...labels, le: String(bound) })} ${counts[at] ?? 0}`),
      `${name}_bucket${textOf({ ...labels, le: '+Inf' })} ${count}`,
      `${name}_sum${textOf(labels)} ${sum}`,
      `${name}_count${textOf(labels)} ${count}`,
    ]);
    return [...head(name, help, 'histogram'), ...lines];
  }
}

/** Lines of gauges, each with its labels. */
export function gauge(name: string, help: string, values: readonly (readonly [Labels, number])[]): string[] {
  return [...head(name, help, 'gauge'), ...values.map(([labels, value]) => `${name}${textOf(labels)} ${value}`)];
}

const head = (name: string, help: string, type: string): string[] => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];

function textOf(labels: Labels): string {
  const escape = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escape(value)}"`);
  return parts.length === 0 ? '' : `{${parts.join(',')}}`;
}
