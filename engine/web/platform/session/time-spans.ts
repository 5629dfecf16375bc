import { serverDay } from './server-time.ts';

/** The most used time spans up to now, by the number of days before today on which they start. */
const spans = { 今天: 0, 近7天: 6 } as const;
export type TimeSpan = keyof typeof spans;
export const timeSpans: readonly TimeSpan[] = ['今天', '近7天'];

/** When a span starts: at midnight, by the server's calendar. */
export const startOf = (span: TimeSpan): string => `${serverDay(spans[span])} 00:00:00`;

/** The span that these conditions on one field equal today, if any: they may have equalled one only yesterday. */
export function spanOf([only, ...others]: readonly { op: string; value: string }[]): TimeSpan | undefined {
  if (only?.op !== 'ge' || others.length > 0) return undefined;
  return timeSpans.find((span) => startOf(span) === only.value);
}

/** The terms with a span up to now as its name, which means another day tomorrow. */
export const withSpans = <Term extends { field: string; op: string; value: string }>(terms: readonly Term[]): Term[] =>
  terms.map((term) => ({ ...term, value: spanOf(terms.filter(({ field }) => field === term.field)) ?? term.value }));

/** The query with the start of each span that it names. */
export const resolveSpans = (query: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...query].map(([name, item]) => [name, name === 'ge' ? item.replace(/[^:]+$/, resolved) : item]));

function resolved(text: string): string {
  const span = timeSpans.find((name) => name === text);
  return span === undefined ? text : startOf(span);
}
