import { refusedField } from '@back-office/server/platform/http/refusal.ts';
import { type KnownSetting, settingRule, settingValue } from '../known-setting.ts';

/** The stored format of a typed value; 40000 with the rule that it breaks. */
export function typedValue(known: KnownSetting, typed: string): string {
  const value = settingValue(known, typed);
  if (value === undefined) throw refusedField('value', settingRule(known, typed));
  return value;
}
