import type { Level, StatusItem } from '../status.ts';

/** A duration in words, `3 分钟`. */
export function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} 秒`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} 分钟`;
  if (seconds < 129_600) return `${Math.round(seconds / 3600)} 小时`;
  return `${Math.round(seconds / 86_400)} 天`;
}

interface Found {
  readonly name: string;
  readonly title: string;
  readonly value: string;
}

/** The level if the condition holds, and the cure. */
export type LevelRule = readonly [holds: boolean, level: Exclude<Level, 'ok'>, cure: string];

/** The first of these whose condition holds, with its cure; `ok` if none does. */
export function gradedItem(found: Found, ...levels: readonly LevelRule[]): StatusItem {
  const first = levels.find(([holds]) => holds);
  return first === undefined ? { ...found, level: 'ok' } : { ...found, level: first[1], cure: first[2] };
}

/** Information without a level of trouble. */
export const infoItem = (found: Found): StatusItem => ({ ...found, level: 'info' });
