import { grouped } from '@back-office/contract/resource/grouped.ts';
import { messageIssue, type MessageTemplate, partsOfMessage, tidyMessage } from './message-template.ts';

/** What is typed or chosen for a setting. */
export type SettingInput =
  | {
      readonly kind: 'number';
      readonly min: number;
      readonly max: number;
      readonly unit: string;
      /** What 0 means, where that is allowed besides. */
      readonly zero?: string;
      /** Fractions too. */
      readonly fraction?: true;
    }
  | { readonly kind: 'choice'; readonly options: readonly (readonly [value: string, label: string])[] }
  | {
      readonly kind: 'text';
      readonly max: number;
      /** What the whole text must match. */
      readonly pattern?: string;
    }
  | { readonly kind: 'message'; readonly template: MessageTemplate };

export interface KnownSetting {
  /** Its variable; that of a message is its own. */
  readonly name: string;
  readonly title: string;
  readonly group: string;
  readonly about: string;
  readonly input: SettingInput;
  /** What holds where nobody says anything, of a setting that a module brings. */
  readonly byDefault?: string;
  /** The button that tries it, where it can be tried (`SettingTrial`). */
  readonly trial?: string;
}

/** How people read a value that is written as its variable would be. */
export function textOfSetting({ input }: KnownSetting, value: string): string {
  if (input.kind === 'message') {
    const { subject, content } = partsOfMessage(input.template, value);
    return subject || (content.split('\n').find((line) => /[\p{L}\p{N}]/u.test(line)) ?? '');
  }
  if (input.kind === 'choice') return input.options.find(([one]) => one === value)?.[1] ?? value;
  if (input.kind === 'text') return value;
  return value === '0' && input.zero !== undefined ? input.zero : `${value} ${input.unit}`.trimEnd();
}

/** A typed value as its variable would be written; undefined for what may not be. */
export function settingValue({ input }: KnownSetting, typed: string): string | undefined {
  if (input.kind === 'message') {
    const text = tidyMessage(input.template, typed);
    return messageIssue(input.template, text) === undefined ? text : undefined;
  }
  if (input.kind === 'choice') return input.options.some(([one]) => one === typed) ? typed : undefined;
  if (input.kind === 'text') {
    const text = typed.trim();
    const fits = input.pattern === undefined || new RegExp(`^(?:${input.pattern})$`, 'u').test(text);
    return fits && text !== '' && text.length <= input.max && !/\p{Cc}/u.test(text) ? text : undefined;
  }
  if (!(input.fraction === true ? /^\d{1,7}(?:\.\d{1,4})?$/ : /^\d{1,7}$/).test(typed)) return undefined;
  const value = Number(typed);
  return (value === 0 && input.zero !== undefined) || (value >= input.min && value <= input.max) ? String(value) : undefined;
}

/** What may be typed, as a sentence for whoever typed something else. */
export function settingRule({ input }: KnownSetting, typed = ''): string {
  if (input.kind === 'message') return messageIssue(input.template, tidyMessage(input.template, typed)) ?? '';
  if (input.kind === 'choice') return '请选择一项';
  if (input.kind === 'text') return input.pattern === undefined ? `请输入 1 至 ${grouped(input.max)} 个字` : '格式不对，请按说明填写';
  const range = `${grouped(input.min)} 至 ${grouped(input.max)} 的${input.fraction === true ? '数' : '整数'}`;
  return input.zero === undefined || input.min === 0 ? `请输入 ${range}` : `请输入 0（${input.zero}）或 ${range}`;
}
