import { recordIn } from '@back-office/contract/record-in.ts';
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

/** The spans up to now of these terms by field, which mean another day tomorrow; undefined if there are none. */
export function spansIn(terms: readonly { field: string; op: string; value: string }[]): Readonly<Record<string, TimeSpan>> | undefined {
  const found = terms.flatMap(({ field }) => {
    const span = spanOf(terms.filter((term) => term.field === field));
    return span === undefined ? [] : [[field, span] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** The query with the start of each of these spans, by field. */
export function resolveSpans(query: URLSearchParams, spans: unknown): URLSearchParams {
  const named = recordIn(spans);
  const resolved = (item: string): string => {
    const [field = ''] = item.split(':', 1);
    const span = timeSpans.find((name) => name === named[field]);
    return span === undefined ? item : `${field}:${startOf(span)}`;
  };
  return new URLSearchParams([...query].map(([name, item]) => [name, name === 'ge' ? resolved(item) : item]));
}
