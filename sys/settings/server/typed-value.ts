import { refusedField } from '@back-office/server/platform/http/refusal.ts';
import { type KnownSetting, settingRule, settingValue } from '../known-setting.ts';

/** The value of a setting as it is stored, of what somebody typed; 40000 with the rule where it may not be that. */
export function typedValue(known: KnownSetting, typed: string): string {
  const value = settingValue(known, typed);
  if (value === undefined) throw refusedField('value', settingRule(known, typed));
  return value;
}
