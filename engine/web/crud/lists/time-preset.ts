import { serverDay } from '../../platform/session/server-time.ts';
import type { Condition } from '../fields/field-kit.ts';

/** Spans of time that are asked for most, by how many days ago they began; today counts. */
const spans = { 今天: 0, 近7天: 6 } as const;
type TimePreset = keyof typeof spans;
export const timePresets: readonly TimePreset[] = ['今天', '近7天'];

/** What a list is asked for: from the beginning of that day on, by the server's calendar. */
export const conditionsOfPreset = (preset: TimePreset): Condition[] => [{ op: 'ge', value: `${serverDay(spans[preset])} 00:00:00` }];

/** The preset that these conditions are today; those of yesterday are any other. */
export function presetOf(conditions: readonly Condition[]): TimePreset | undefined {
  const [only, ...others] = conditions;
  if (only?.op !== 'ge' || others.length > 0) return undefined;
  return timePresets.find((preset) => conditionsOfPreset(preset)[0]?.value === only.value);
}
