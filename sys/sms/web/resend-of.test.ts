import { expect, it } from 'vitest';
import { resendOf } from './resend-of.ts';

const rowsOf = (...statuses: string[]) => statuses.map((smsStatus, at) => ({ id: String(at), smsStatus }));

it('takes of the ticked messages those that failed or of which nobody knows, and warns of the latter', () => {
  const { ready, words, danger } = resendOf(rowsOf('发送失败', '发送成功', '结果未知', '待发送'));
  expect(ready.map(({ id }) => id)).toEqual(['0', '2']);
  expect(words).toBe('另有 2 条不是发送失败或结果未知，不会重发。其中 1 条可能已经送达，重发后对方可能收到两次。');
  expect(danger).toBe(true);
});

it('warns of nothing where all have failed', () => {
  expect(resendOf(rowsOf('发送失败', '发送失败'))).toMatchObject({ words: '短信将重新排队发送。', danger: false });
});
