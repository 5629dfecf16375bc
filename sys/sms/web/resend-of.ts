import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import type { sms } from '../sms.ts';
import { isUnknown, mayResend } from './may-resend.ts';

/** Those of the selected messages that may be sent again, and the warning shown before. */
type Row = Pick<RecordOf<typeof sms>, 'id' | 'smsStatus'>;

export function resendOf(rows: readonly Row[]): { ready: readonly Row[]; words: string; danger: boolean } {
  const ready = rows.filter(mayResend);
  const [left, unknown] = [rows.length - ready.length, ready.filter(isUnknown).length];
  const words = [
    left > 0 ? `另有 ${grouped(left)} 条不是发送失败或结果未知，不会重发。` : '',
    unknown > 0 ? `其中 ${grouped(unknown)} 条可能已经送达，重发后对方可能收到两次。` : '短信将重新排队发送。',
  ];
  return { ready, words: words.join(''), danger: unknown > 0 };
}
