import { draw } from '@back-office/app/testing/web/draw.tsx';
import { stubServer } from '@back-office/web/testing/stub-server.ts';
import { Form } from 'antd';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { unsupportedParts } from './notice-text.ts';
import { RichTextEditor } from './rich-text-editor.tsx';

/* Pictures in the text of a notice while it is edited. */
const id = (end: number): string => `01900000-0000-7000-8000-0000000000${end + 10}`;
let html: string;
/** The uploads, each with a function that answers it. */
let sent: { name: string; answer: (answer: object) => void }[];
/** Answers an upload like the server, when the test says so. */
class Sender extends XMLHttpRequest {
  override send(body: FormData): void {
    const file = body.get('chunk') as File;
    let answered = false;
    const answer = (given: object): void => {
      if (answered) return;
      answered = true;
      const text = JSON.stringify(given);
      Object.defineProperties(this, { status: { value: 200 }, responseText: { value: text } });
      this.dispatchEvent(new ProgressEvent('load'));
    };
    sent.push({ name: file.name, answer });
  }
}
beforeEach(() => {
  html = 'unchanged';
  sent = [];
  vi.stubGlobal('XMLHttpRequest', Sender);
  stubServer({ 'GET /api/file/select': [] });
});
afterEach(() => {
  // Only three are sent concurrently.
  for (const { answer } of sent) answer({ success: false, code: 40000, message: 'x' });
  vi.unstubAllGlobals();
});

function Editor({ value }: { value: string }) {
  const [now, setNow] = useState(value);
  const [shown, show] = useState(true);
  const change = (next: string): void => {
    html = next;
    setNow(next);
  };
  return (
    <>
      {shown && (
        <Form>
          <RichTextEditor label="内容" value={now} onChange={change} onBlur={() => undefined} />
        </Form>
      )}
      <button type="button" onClick={() => show(!shown)}>
        switch
      </button>
    </>
  );
}
const area = page.getByRole('textbox', { name: '内容' });
const words = page.getByRole('textbox', { name: '图片说明' });
const start = async (value = ''): Promise<void> => {
  await draw(<Editor value={value} />);
  await area.click();
};
const png = (name: string, size = 60): File => new File([new Uint8Array(size)], name, { type: 'image/png' });
const paste = (files: readonly File[], text: Record<string, string> = {}): void => {
  const clipboardData = new DataTransfer();
  for (const [type, given] of Object.entries(text)) clipboardData.setData(type, given);
  for (const file of files) clipboardData.items.add(file);
  area.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
};
const store = (at: number, file = id(at)): void =>
  sent[at]?.answer({ success: true, code: 20000, message: '', data: { id: file, filePath: '/x' } });

describe('a picture', () => {
  test('that is chosen appears in the text at once, is uploaded, and then holds its file and description', async () => {
    await start('<p>见图</p>');
    const chooser = page.getByLabelText('选择图片').first();
    expect(chooser.element().checkVisibility()).toBe(false);
    await userEvent.upload(chooser, [png('平面图.png')]);
    await expect.element(page.getByRole('status').filter({ hasText: '正在上传…' })).toBeVisible();
    await expect.poll(() => html).toMatch(/<img data-upload="[^"]+" alt="">/);
    await words.fill('一楼"平面"图');
    await expect.poll(() => sent.map(({ name }) => name)).toEqual(['平面图.png']);
    store(0);
    await expect.poll(() => html).toContain(`<img data-file="${id(0)}" alt="一楼&quot;平面&quot;图">`);
    expect(html).not.toMatch(/src=|blob:|data-upload/);
    await expect.element(words).toHaveValue('一楼"平面"图');
    await expect.element(page.getByText('正在上传…')).not.toBeInTheDocument();
    await page.getByRole('button', { name: '删除图片' }).click();
    await expect.poll(() => html).not.toContain('<img');
  });

  test('that is pasted gets a name, and the caret moves below it', async () => {
    await start();
    paste([png('image.png')]);
    await userEvent.keyboard('如上');
    await expect.poll(() => html).toMatch(/^<p><img data-upload="[^"]+" alt=""><\/p><p>如上<\/p>$/);
    await expect.poll(() => sent[0]?.name).toMatch(/^粘贴图片\d{14}\.png$/);
  });

  test('that is dropped is inserted where it is dropped', async () => {
    await start('<p>甲</p><p>乙</p>');
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(png('a.png'));
    const { left, top } = document.querySelector('.rich-text-area p')?.getBoundingClientRect() ?? new DOMRect();
    const at = { clientX: left + 1, clientY: top + 4, bubbles: true, cancelable: true, dataTransfer };
    document.querySelector('.rich-text-area p')?.dispatchEvent(new DragEvent('drop', at));
    await expect.poll(() => html).toMatch(/^<p><img [^>]*><\/p><p>甲<\/p><p>乙<\/p>$/);
    await expect.poll(() => sent).toHaveLength(1);
  });

  test('is removed again if its upload fails, with a message', async () => {
    await start('<p>甲</p>');
    paste([png('a.png')]);
    await expect.poll(() => sent).toHaveLength(1);
    sent[0]?.answer({ success: false, code: 40000, message: '文件内容与扩展名 .png 不符，或文件已损坏' });
    await expect.element(page.getByText(/^图片“a\.png”上传失败：文件内容与扩展名/)).toBeVisible();
    await expect.poll(() => html).not.toContain('<img');
  });

  test('is uploaded even if its tab is hidden meanwhile, and one from an earlier window is discarded', async () => {
    await start('<p>甲<img data-upload="gone" alt=""></p>');
    await expect.poll(() => html).toBe('<p>甲</p>');
    paste([png('a.png')]);
    await expect.poll(() => sent).toHaveLength(1);
    const hide = page.getByRole('button', { name: 'switch' });
    await hide.click();
    store(0);
    await hide.click();
    await expect.poll(() => html).toContain(`<img data-file="${id(0)}"`);
  });

  test('that is cut can be put back, by undoing too', async () => {
    const value = `<p><img data-file="${id(1)}" alt="图"></p>`;
    await start(`<p>甲</p>${value}`);
    await userEvent.keyboard('{Control>}a{/Control}{Backspace}');
    await expect.poll(() => html).toBe('');
    paste([], { 'text/html': value });
    await expect.poll(() => html).toContain(`<img data-file="${id(1)}" alt="图">`);
    await page.getByRole('toolbar', { name: '文字格式' }).getByRole('button', { name: '撤销' }).click();
    await expect.poll(() => html).toContain('<p>甲</p>');
    expect(html).toContain(`<img data-file="${id(1)}" alt="图">`);
  });

  test('that no longer exists says so', async () => {
    await start(`<p><img data-file="${id(1)}" alt="图"></p>`);
    await expect.element(page.getByRole('img', { name: '加载失败：图' })).toBeVisible();
  });

  test.each(['p', 'h2', 'blockquote', 'ul', 'table', 'a'])('is kept as it is within %s', (tag) => {
    const picture = `<img data-file="${id(1)}" alt="图">`;
    const inside: Record<string, string> = {
      p: `<p>甲${picture}乙</p>`,
      h2: `<h2>${picture}</h2>`,
      blockquote: `<blockquote><p>${picture}</p>${picture}</blockquote>`,
      ul: `<ul><li>甲${picture}</li></ul>`,
      table: `<table><tbody><tr><td>${picture}</td><td><p>${picture}</p></td></tr></tbody></table>`,
      a: `<p><strong><a href="https://example.com/">${picture}</a></strong></p>${picture}`,
    };
    expect(unsupportedParts(inside[tag] ?? '')).toEqual([]);
  });
});

describe('the editor refuses', () => {
  test('a file that is no picture, one of another format, and one that is too large', async () => {
    await start();
    paste([new File(['x'], 'a.pdf', { type: 'application/pdf' }), new File(['x'], 'b.webp', { type: 'image/webp' })]);
    await expect.element(page.getByText('正文里只能放图片，其他文件请作为附件上传')).toBeVisible();
    await expect.element(page.getByText('文件格式只支持 jpeg、jpg、png')).toBeVisible();
    paste([png('c.png', 20 * 1024 * 1024 + 1)]);
    await expect.element(page.getByText('文件大小不能超过20M！')).toBeVisible();
    expect(sent).toEqual([]);
    expect(html).toBe('unchanged');
  });

  test('pictures of another page, of another notice or with embedded bytes, and keeps the text around them', async () => {
    await start();
    const foreign = ['src="https://example.com/a.png"', 'src="data:image/png;base64,AAAA"', `data-file="${id(7)}"`, 'data-upload="x"'];
    paste([png('image.png')], { 'text/html': `<p>字${foreign.map((one) => `<img ${one} onerror="window.hit = 1">`).join('')}</p>` });
    await expect.element(page.getByText('其他网页或文档里的图片没有带入，请用“插入图片”放入')).toBeVisible();
    await expect.poll(() => html).toBe('<p>字</p>');
    expect([sent, 'hit' in window]).toEqual([[], false]);
  });

  test('a twenty-first picture', async () => {
    await start(Array.from({ length: 20 }, (_, at) => `<p><img data-file="${id(at)}" alt=""></p>`).join(''));
    paste([png('a.png')]);
    await expect.element(page.getByText('正文中的图片不能超过 20 张')).toBeVisible();
    expect(sent).toEqual([]);
  });
});
