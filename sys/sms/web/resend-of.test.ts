import { expect, it } from 'vitest';
import { resendOf } from './resend-of.ts';

const rowsOf = (...statuses: string[]) => statuses.map((smsStatus, at) => ({ id: String(at), smsStatus }));

it('resends the ticked messages that failed or have an unknown outcome, and warns about the latter', () => {
  const { ready, words, danger } = resendOf(rowsOf('发送失败', '发送成功', '结果未知', '待发送'));
  expect(ready.map(({ id }) => id)).toEqual(['0', '2']);
  expect(words).toBe('另有 2 条不是发送失败或结果未知，不会重发。其中 1 条可能已经送达，重发后对方可能收到两次。');
  expect(danger).toBe(true);
});

it('warns about nothing if all have failed', () => {
  expect(resendOf(rowsOf('发送失败', '发送失败'))).toMatchObject({ words: '短信将重新排队发送。', danger: false });
});
