import type { FileRecord } from '@back-office/contract/calls/file.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { stubServer } from '../../testing/stub-server.ts';
import { FileList } from '../upload/file-list.tsx';

/** A red dot. */
const dot = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const file = (fileName: string, filePath = dot, fileSize = 100): FileRecord =>
  ({
    id: fileName,
    fileName,
    fileAlias: '',
    fileType: fileName.slice(fileName.lastIndexOf('.') + 1),
    fileSize,
    filePath,
    thumbnailPath: null,
    createTime: '2026-03-04 05:06:07',
  }) as FileRecord;
const dialog = page.getByRole('dialog');
const opener = (name: string) => page.getByRole('list', { name: '文件' }).getByRole('button', { name, exact: true });
const tool = (name: string) => dialog.getByRole('button', { name, exact: true });
const open = async (name: string, files: readonly FileRecord[]): Promise<void> => {
  await draw(<FileList files={files} />);
  await opener(name).click();
  await expect.element(dialog).toHaveAccessibleName(`预览 ${name}`);
};
const press = (keys: string): Promise<void> => userEvent.keyboard(keys);
const within = (): boolean => dialog.element().contains(document.activeElement);

describe('the gallery', () => {
  const three = [file('a.png'), file('b.png'), file('c.png')];

  test('steps through the files by arrow keys and buttons, wraps around at both ends, and shows the position', async () => {
    await open('a.png', three);
    await expect.element(dialog).toMatchTextContent('文件 1 / 3');
    await press('{ArrowLeft}');
    await expect.element(dialog).toHaveAccessibleName('预览 c.png');
    await expect.element(dialog.getByText('第 3 个，共 3 个：c.png')).toBeInTheDocument();
    await tool('下一个').click();
    await expect.element(dialog).toHaveAccessibleName('预览 a.png');
    await press('{ArrowRight}');
    await expect.element(dialog).toHaveAccessibleName('预览 b.png');
    await tool('上一个').click();
    await expect.element(dialog).toHaveAccessibleName('预览 a.png');
  });

  test.each([
    [1200, 800],
    [390, 800],
  ])('has arrow buttons that cover nothing of the displayed file, at %i by %i', async (width, height) => {
    await page.viewport(width, height);
    await open('a.png', three);
    const box = (element: Element | null): DOMRect => element?.getBoundingClientRect() ?? new DOMRect();
    const stage = box(dialog.element().querySelector('.gallery-stage'));
    for (const arrow of ['上一个', '下一个']) {
      const { left, right, top, bottom } = box(tool(arrow).element());
      expect(right <= stage.left || left >= stage.right || top >= stage.bottom || bottom <= stage.top, arrow).toBe(true);
    }
  });

  test('has nowhere to step to with a single file', async () => {
    await open('a.png', three.slice(0, 1));
    await expect.element(tool('下一个')).not.toBeInTheDocument();
    await press('{ArrowRight}');
    await expect.element(dialog).toHaveAccessibleName('预览 a.png');
  });

  test('traps the focus, and Escape returns it to the opener', async () => {
    await open('b.png', three);
    await expect.element(dialog).toHaveFocus();
    const stops = dialog.element().querySelectorAll('button, a[href]').length;
    for (let at = 0; at <= stops; at += 1) {
      await userEvent.tab();
      expect(within()).toBe(true);
    }
    await userEvent.tab({ shift: true });
    await userEvent.tab({ shift: true });
    expect(within()).toBe(true);
    await press('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(opener('b.png')).toHaveFocus();
  });

  test('is closed by its button, and offers the file for download under its own name', async () => {
    await open('a.png', three);
    await expect.element(dialog.getByRole('link', { name: '下载a.png' })).toHaveAttribute('download', 'a.png');
    await tool('关闭').click();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('truncates a name that is longer than the window, and shows it in full in a tooltip', async () => {
    const long = `${'很长的名称'.repeat(40)}.png`;
    await open(long, [file(long)]);
    await expect.element(dialog.getByRole('heading', { name: long })).toHaveAttribute('title', long);
    expect(dialog.element().scrollWidth).toBeLessThanOrEqual(innerWidth);
    await expect.element(tool('关闭')).toBeInViewport();
  });

  test('does not open for a file that does not exist', async () => {
    await draw(<FileList files={[file('无.png', '')]} />);
    await expect.element(page.getByRole('link', { name: '下载无.png' })).not.toBeInTheDocument();
    await opener('无.png').click();
    await expect.element(page.getByText('原始文件不存在！')).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
  });
});

describe('an image', () => {
  const scale = dialog.getByText(/^\d+%$/);
  const image = dialog.getByRole('img', { name: 'a.png' });

  test('is zoomed by the arrow keys, within limits, and Space toggles between its two sizes', async () => {
    await open('a.png', [file('a.png')]);
    await press('{ArrowUp}');
    await expect.element(scale).toMatchTextContent('120%');
    await press('{ArrowDown>8/}');
    await expect.element(scale).toMatchTextContent('20%');
    await press(' ');
    await expect.element(scale).toMatchTextContent('100%');
    await expect.element(tool('适合窗口')).toBeVisible();
    await press(' ');
    await expect.element(tool('原始大小')).toBeVisible();
  });

  test('is rotated both ways and zoomed by buttons, and Space presses the focused button', async () => {
    await open('a.png', [file('a.png')]);
    await tool('向右旋转').click();
    await expect.element(image).toHaveAttribute('style', expect.stringContaining('rotate(90deg)'));
    await tool('向左旋转').click();
    await expect.element(image).toHaveAttribute('style', expect.stringContaining('rotate(0deg)'));
    await tool('放大').click();
    await press(' ');
    await expect.element(scale).toMatchTextContent('140%');
    await expect.element(tool('原始大小')).toBeVisible();
  });

  test('is zoomed by the wheel and moved by dragging', async () => {
    await open('a.png', [file('a.png')]);
    const stage = document.querySelector('.gallery-image') ?? document.body;
    stage.dispatchEvent(new WheelEvent('wheel', { deltaY: -100, cancelable: true, bubbles: true }));
    await expect.element(scale).toMatchTextContent(/10[1-9]%/);
    await userEvent.dragAndDrop(stage, stage, { sourcePosition: { x: 100, y: 100 }, targetPosition: { x: 160, y: 130 } });
    await expect.element(image).toHaveAttribute('style', expect.stringContaining('translate(60px, 30px)'));
  });

  test('that fails to load shows an error in its place', async () => {
    const broken = file('a.png', 'data:image/png;base64,AAAA');
    stubServer({ 'GET /api/file/select': [broken] });
    await open('a.png', [broken]);
    await expect.element(dialog.getByRole('img', { name: '加载失败' })).toBeVisible();
  });
});

describe('a document', () => {
  test('in an old Office format cannot be displayed, and is offered for download', async () => {
    await open('旧.doc', [file('旧.doc')]);
    await expect.element(dialog.getByText('浏览器无法显示旧版 Office 格式（.doc），请下载后查看。')).toBeVisible();
    await expect.element(dialog.getByRole('link', { name: '下载文件' })).toHaveAttribute('download', '旧.doc');
  });

  test('in an unknown format cannot be displayed either', async () => {
    await open('x.zip', [file('x.zip')]);
    await expect.element(dialog.getByText('浏览器无法显示 .zip 文件，请下载后查看。')).toBeVisible();
  });

  test('that is too large is not even fetched', async () => {
    const calls = stubServer();
    await open('大.pdf', [file('大.pdf', '/files/1', 101 * 1024 * 1024)]);
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('文件超过 100M，无法在线预览，请下载后查看');
    expect(calls).toEqual([]);
  });

  test.each([
    ['a.pdf', 404, '原始文件不存在'],
    ['a.docx', 500, '原始文件不存在'],
    ['a.xlsx', 404, '原始文件不存在'],
  ])('%s answered with %d is reported as missing', async (name, status, words) => {
    stubServer({ 'GET /files/1': () => new Response(null, { status }), 'GET /api/file/select': [] });
    await open(name, [file(name, '/files/1')]);
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(words);
  });

  test('that is named as a workbook but is not one lists the possible causes', async () => {
    stubServer({ 'GET /files/1': () => new Response('not a workbook') });
    await open('a.xlsx', [file('a.xlsx', '/files/1')]);
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('文件已损坏、有密码保护或过于复杂，请下载后查看');
  });
});

/** A second of silence, as a WAV file. */
function silence(): string {
  const rate = 8000;
  const bytes = new Uint8Array(44 + rate).fill(0x80);
  const view = new DataView(bytes.buffer);
  const put = (at: number, words: string): void => bytes.set(new TextEncoder().encode(words), at);
  put(0, 'RIFF');
  view.setUint32(4, 36 + rate, true);
  put(8, 'WAVEfmt ');
  // Uncompressed, one channel of one byte.
  [16, 0x1_0001, rate, rate, 0x8_0001].forEach((word, at) => view.setUint32(16 + 4 * at, word, true));
  put(36, 'data');
  view.setUint32(40, rate, true);
  return `data:audio/wav;base64,${btoa(String.fromCharCode(...bytes))}`;
}

describe('a recording', () => {
  test('is played by the browser’s own controls, which keep the arrow keys, and can be looped', async () => {
    await open('a.mp3', [file('a.mp3', silence()), file('b.png')]);
    const player = dialog.getByLabelText('a.mp3', { exact: true });
    await expect.element(player).toHaveAttribute('controls');
    await expect.poll(() => (player.element() as HTMLMediaElement).readyState).toBeGreaterThan(0);
    const loop = tool('循环播放');
    await expect.element(loop).toHaveAttribute('aria-pressed', 'false');
    await loop.click();
    await expect.element(loop).toHaveAttribute('aria-pressed', 'true');
    await expect.element(player).toHaveAttribute('loop');
    (player.element() as HTMLElement).focus();
    await expect.element(player).toHaveFocus();
    await press('{ArrowRight}');
    await expect.element(dialog).toHaveAccessibleName('预览 a.mp3');
    // Elsewhere in the gallery the same key steps: had the first press stepped too, this one would lead back.
    (loop.element() as HTMLElement).focus();
    await press('{ArrowRight}');
    await expect.element(dialog).toHaveAccessibleName('预览 b.png');
  });

  test('that cannot be played says so', async () => {
    stubServer({ 'GET /api/file/select': [] });
    await open('a.mp4', [file('a.mp4', 'data:video/mp4;base64,AAAA')]);
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('无法播放此文件，请下载后查看');
  });
});
