import { choose } from '@back-office/web/testing/choose.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { Form } from 'antd';
import { useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { RichTextEditor } from './rich-text-editor.tsx';

let html: string;
function Editor({ value }: { value: string }) {
  const [now, setNow] = useState(value);
  const change = (next: string): void => {
    html = next;
    setNow(next);
  };
  return (
    <>
      <RichTextEditor label="内容" value={now} onChange={change} onBlur={() => undefined} />
      <button type="button" onClick={() => setNow('<p>从外面来的</p>')}>
        restore
      </button>
    </>
  );
}
const area = page.getByRole('textbox', { name: '内容' });
const tool = (name: string) => page.getByRole('toolbar', { name: '文字格式' }).getByRole('button', { name, exact: true });
const start = async (value = ''): Promise<void> => {
  await draw(<Editor value={value} />);
};
const selectAll = (): Promise<void> => userEvent.keyboard('{Control>}a{/Control}');
const paste = (text: Record<string, string>): void => {
  const clipboardData = new DataTransfer();
  for (const [type, words] of Object.entries(text)) clipboardData.setData(type, words);
  area.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
};

beforeEach(() => {
  html = 'unchanged';
});

test('an error of the field is shown at the frame of the text, not at the choice of a style', async () => {
  await draw(
    <Form.Item validateStatus="error">
      <Editor value="" />
    </Form.Item>,
  );
  await expect.element(area).toBeVisible();
  const frame = area.element().closest('.rich-text') ?? document.body;
  document.body.style.color = 'var(--danger)';
  expect(getComputedStyle(frame).borderTopColor).toBe(getComputedStyle(document.body).color);
  document.body.style.color = '';
  expect(frame.querySelectorAll('[class*="status-error"]')).toHaveLength(0);
});

describe('writing', () => {
  test('produces the text that is typed, and an empty value once it is cleared', async () => {
    await start();
    await area.click();
    await userEvent.keyboard('周六检修');
    await expect.poll(() => html).toBe('<p>周六检修</p>');
    await selectAll();
    await userEvent.keyboard('{Backspace}');
    await expect.poll(() => html).toBe('');
  });

  test.each([
    ['加粗', '<p><strong>停电</strong></p>'],
    ['斜体', '<p><em>停电</em></p>'],
    ['下划线', '<p><u>停电</u></p>'],
    ['删除线', '<p><s>停电</s></p>'],
  ])('%s formats the selection, is shown as pressed, and removes the format again', async (name, marked) => {
    await start('<p>停电</p>');
    await area.click();
    await selectAll();
    await tool(name).click();
    await expect.poll(() => html).toContain(marked);
    await expect.element(tool(name)).toHaveAttribute('aria-pressed', 'true');
    await tool(name).click();
    await expect.poll(() => html).toBe('<p>停电</p>');
  });

  test.each([
    ['项目符号', '<ul><li><p>停电</p></li></ul>'],
    ['编号', '<ol><li><p>停电</p></li></ol>'],
    ['引用', '<blockquote><p>停电</p></blockquote>'],
  ])('%s formats the line at the caret, is shown as pressed, and removes the format again', async (name, held) => {
    await start('<p>停电</p>');
    await area.click();
    await tool(name).click();
    await expect.poll(() => html).toContain(held);
    await expect.element(tool(name)).toHaveAttribute('aria-pressed', 'true');
    await tool(name).click();
    await expect.poll(() => html).not.toContain(held);
  });

  test('a line becomes a heading, and a line again', async () => {
    await start('<p>停电</p>');
    await area.click();
    await page.getByRole('combobox', { name: '段落样式' }).click();
    await choose('标题 2');
    await expect.poll(() => html).toContain('<h2>停电</h2>');
    await tool('撤销').click();
    await expect.poll(() => html).toBe('<p>停电</p>');
    await tool('重做').click();
    await expect.poll(() => html).toContain('<h2>停电</h2>');
  });

  test('a table is inserted, and grows and shrinks by its menu', async () => {
    /** The cells of each row. */
    const sizes = () => [...document.querySelectorAll('.rich-text-area tr')].map(({ children }) => children.length);
    const pick = async (name: string): Promise<void> => {
      await tool('表格').click();
      await page.getByRole('menuitem', { name }).click();
    };
    await start();
    await area.click();
    await tool('插入表格').click();
    await expect.poll(sizes).toEqual([3, 3, 3]);
    await pick('在下方插入行');
    await expect.poll(sizes).toEqual([3, 3, 3, 3]);
    await pick('在右侧插入列');
    await expect.poll(sizes).toEqual([4, 4, 4, 4]);
    await pick('删除列');
    await pick('删除行');
    await expect.poll(sizes).toEqual([3, 3, 3]);
  });
});

describe('a link', () => {
  const address = page.getByRole('dialog', { name: '链接' }).getByRole('textbox', { name: '链接地址' });
  const linkTo = async (href: string): Promise<void> => {
    await area.click();
    await selectAll();
    await tool('链接').click();
    await address.fill(href);
    await userEvent.keyboard('{Enter}');
  };

  test('points to the address entered, and is removed by an empty address', async () => {
    await start('<p>官网</p>');
    await linkTo('https://example.com/');
    await expect.poll(() => html).toContain('<a href="https://example.com/">官网</a>');
    await linkTo('');
    await expect.poll(() => html).toBe('<p>官网</p>');
  });

  test.each([['javascript', 'alert(1)'].join(':'), 'example.com', 'data:text/html,x'])('to %s is refused with a message', async (href) => {
    await start('<p>官网</p>');
    await linkTo(href);
    await expect.element(page.getByRole('alert').filter({ hasText: '链接应以 http://' })).toBeVisible();
    await expect.element(address).toHaveAttribute('aria-invalid', 'true');
    expect(html).toBe('unchanged');
  });
});

describe('content from elsewhere', () => {
  test('keeps a Word list as a list, and none of its styles', async () => {
    await start();
    await area.click();
    const item = (words: string): string =>
      `<p class=MsoListParagraph style='color:red;mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span><span style='font-size:40pt'>${words}</span></p>`;
    paste({
      'text/html': `<html xmlns:o="urn:schemas-microsoft-com:office:office"><style>p{color:red}</style>${item('甲')}${item('乙')}</html>`,
    });
    await expect.poll(() => html).toBe('<ul><li><p>甲</p></li><li><p>乙</p></li></ul><p></p>');
  });

  test('replaces the current text if it is a restored draft', async () => {
    await start('<p>停电</p>');
    await page.getByRole('button', { name: 'restore' }).click();
    await expect.element(area).toMatchTextContent('从外面来的');
    await expect.element(tool('撤销')).toBeDisabled();
  });
});

describe('text that the editor cannot hold', () => {
  test('is shown read-only, with the reason in words', async () => {
    await start('<table><tbody><tr><td>甲</td><td>乙</td></tr><tr><td>丙</td></tr></tbody></table>');
    await expect.element(page.getByRole('alert')).toMatchTextContent(/^正文只能查看：其中的表格.*写法不规范/);
    await expect.element(page.getByRole('cell', { name: '丙' })).toBeVisible();
    await expect.element(area).not.toBeInTheDocument();
    expect(html).toBe('unchanged');
  });

  test('plain text keeps its lines', async () => {
    await start('第一行\n第二行');
    await expect.poll(() => document.querySelectorAll('.rich-text-area p').length).toBe(2);
    expect(html).toBe('unchanged');
  });
});
