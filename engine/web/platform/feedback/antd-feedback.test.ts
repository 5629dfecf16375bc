import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type AntFeedback, queuedFeedback } from './antd-feedback.ts';

/** antd's side: records messages, which close when the test says so. */
function makeAntd() {
  const said: string[] = [];
  const over = Promise.withResolvers<boolean>();
  const speak = (name: string) => (given: unknown) => {
    said.push(`${name} ${typeof given === 'string' ? given : String((given as { title?: string; content?: string }).content)}`);
    const hide = () => void said.push(`hide ${name}`);
    return Object.assign(hide, {
      // oxlint-disable-next-line unicorn/no-thenable -- antd's result is thenable
      then: over.promise.then.bind(over.promise),
      destroy: () => void said.push(`destroy ${name}`),
      update: () => void said.push(`update ${name}`),
    });
  };
  const parts = new Proxy({}, { get: (_, name) => speak(String(name)) });
  return {
    said,
    end: (answer: boolean) => over.resolve(answer),
    there: { message: parts, modal: parts, notification: parts } as AntFeedback,
  };
}

let antd: ReturnType<typeof makeAntd>;
let come: () => void;
let fetched: ReturnType<typeof vi.fn<() => Promise<AntFeedback>>>;
let later: AntFeedback;

beforeEach(() => {
  antd = makeAntd();
  let there: AntFeedback | undefined;
  const coming = Promise.withResolvers<AntFeedback>();
  come = () => coming.resolve((there = antd.there));
  fetched = vi.fn(() => coming.promise);
  later = queuedFeedback(fetched, () => there);
});
/** Resolves once everything queued for antd has been shown. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('before antd is loaded', () => {
  test('nothing is shown, and everything in order once antd is loaded', async () => {
    void later.message.success('保存成功');
    void later.message.open({ content: '正在导出' });
    void later.modal.confirm({ content: '删除？' });
    later.notification.error({ title: '', content: '停电' } as never);
    later.message.destroy('x');
    await settled();
    expect(antd.said).toEqual([]);
    come();
    await settled();
    expect(antd.said).toEqual(['success 保存成功', 'open 正在导出', 'confirm 删除？', 'error 停电', 'destroy x']);
  });

  test('a message that is hidden again is hidden as soon as antd shows it', async () => {
    const hide = later.message.loading('正在导入');
    hide();
    come();
    await settled();
    expect(antd.said).toEqual(['loading 正在导入', 'hide loading']);
  });

  test('a confirmation can be awaited, updated and destroyed', async () => {
    const asked = later.modal.confirm({ content: '删除？' });
    const answered = vi.fn();
    void asked.then(answered, answered);
    asked.update({ content: '删除 3 条？' });
    asked.destroy();
    come();
    await settled();
    expect(antd.said).toEqual(['confirm 删除？', 'update confirm', 'destroy confirm']);
    expect(answered).not.toHaveBeenCalled();
    antd.end(true);
    await settled();
    expect(answered).toHaveBeenCalledExactlyOnceWith(true);
  });

  test('a message resolves when it has closed, and not before', async () => {
    const over = vi.fn();
    void later.message.info('请稍候').then(over, over);
    come();
    await settled();
    expect(over).not.toHaveBeenCalled();
    antd.end(true);
    await settled();
    expect(over).toHaveBeenCalledOnce();
  });
});

test('once antd is loaded, every call goes straight to it', () => {
  come();
  void later.message.warning('只读');
  void later.modal.info({ content: '说明' });
  expect(antd.said).toEqual(['warning 只读', 'info 说明']);
  expect(fetched).not.toHaveBeenCalled();
});
