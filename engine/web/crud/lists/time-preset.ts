import { serverDay } from '../../platform/session/server-time.ts';
import type { Condition } from '../fields/field-kit.ts';

/** The most used time spans, by the number of days before today on which they start. */
const spans = { 今天: 0, 近7天: 6 } as const;
type TimePreset = keyof typeof spans;
export const timePresets: readonly TimePreset[] = ['今天', '近7天'];

/** The condition of a preset: from the start of its first day, by the server's calendar. */
export const conditionsOfPreset = (preset: TimePreset): Condition[] => [{ op: 'ge', value: `${serverDay(spans[preset])} 00:00:00` }];

/** The preset that these conditions equal today, if any: the same conditions may have been a preset only yesterday. */
export function presetOf(conditions: readonly Condition[]): TimePreset | undefined {
  const [only, ...others] = conditions;
  if (only?.op !== 'ge' || others.length > 0) return undefined;
  return timePresets.find((preset) => conditionsOfPreset(preset)[0]?.value === only.value);
}
