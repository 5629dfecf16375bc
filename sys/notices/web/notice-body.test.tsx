import { draw } from '@back-office/app/testing/web/draw.tsx';
import { stubServer } from '@back-office/web/testing/stub-server.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { NoticeBody } from './notice-body.tsx';

const drawn = async (html: string): Promise<Element> => {
  const { container } = await draw(<NoticeBody html={html} />);
  return container.querySelector('.notice-body') ?? document.body;
};

test('text without markup keeps its lines, and its special characters are literal', async () => {
  const body = await drawn('第一行\n1 < 2 & 3 > 2');
  expect(body.textContent).toBe('第一行\n1 < 2 & 3 > 2');
  expect(getComputedStyle(body).whiteSpace).toMatch(/^pre/);
});

test('permitted markup is rendered', async () => {
  await drawn(
    '<h2>标题</h2><table><tbody><tr><td colspan="2">合并</td></tr></tbody></table><p><a href="https://example.com/">链接</a></p>',
  );
  await expect.element(page.getByRole('heading', { name: '标题' })).toBeVisible();
  await expect.element(page.getByRole('cell', { name: '合并' })).toHaveAttribute('colspan', '2');
  await expect.element(page.getByRole('link', { name: '链接' })).toHaveAttribute('href', 'https://example.com/');
});

test.each([
  ['a script', '<p>a<script>window.hit = 1</script></p>'],
  ['an image that fails', '<p>a<img src=x onerror="window.hit = 1"></p>'],
  ['a link that is a script', '<p><a href="javascript:window.hit = 1">a</a></p>'],
  ['a link that hides what it is', '<p><a href="java&#10;script:window.hit = 1">a</a></p>'],
  ['a picture of another page', '<p>a<img src="https://example.com/a.png" alt="b" data-file="x"></p>'],
  ['a picture that carries its bytes', '<p>a<img src="data:image/png;base64,AAAA" srcset="x 2x"></p>'],
  ['a picture whose words are markup', '<p>a<img data-file="../x" alt="<img src=x onerror=window.hit=1>"></p>'],
  ['a frame', '<p>a</p><iframe src="https://example.com"></iframe>'],
  ['a form', '<form action="https://example.com"><p>a</p><input name="password"></form>'],
  ['styles', '<style>body { display: none }</style><p style="position: fixed">a</p>'],
  ['a picture in which a script stands', '<svg><a xlink:href="javascript:window.hit = 1"><text>a</text></a></svg><p>a</p>'],
])('of %s only the text remains', async (_, html) => {
  const body = await drawn(html);
  expect(body.textContent).toContain('a');
  expect(body.querySelector('script, img, iframe, form, input, style, svg, [style], [onerror], [href]')).toBe(null);
  expect('hit' in window).toBe(false);
});

describe('a picture', () => {
  const [one, two] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'];
  const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  const body = `<p>见<img data-file="${one}" alt="平面图" src="https://example.com/a.png" onerror="window.hit = 1"></p><p><img data-file="${two}" alt="&lt;b&gt;"></p>`;
  const file = (id: string, more: object = {}) => ({ id, fileName: `${id}.png`, fileType: 'png', filePath: dot, fileSize: 9, ...more });

  test('is loaded with the files of its notice in one request, and opens enlarged', async () => {
    const calls = stubServer({ 'GET /api/file/select': [file(one), file(two)] });
    await draw(<NoticeBody html={body} notice="7" />);
    const shown = page.getByRole('button', { name: '查看大图：平面图' });
    await expect.element(shown.getByRole('img', { name: '平面图' })).toHaveAttribute('src', dot);
    await expect.element(page.getByRole('img', { name: '<b>' })).toBeVisible();
    expect(calls.map(({ path, query }) => `${path}?${query}`)).toEqual(['/api/file/select?otcId=7&otcType=sys%2Fmsg']);
    expect(document.querySelector('[src^="https://example.com"], [onerror]')).toBe(null);
    await shown.click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
  });

  test('that is gone or fails to load says so, with its description', async () => {
    stubServer({ 'GET /api/file/select': [file(one, { filePath: 'data:image/png;base64,AAAA' })] });
    await draw(<NoticeBody html={body} notice="7" />);
    await expect.element(page.getByRole('img', { name: '加载失败：平面图' })).toBeVisible();
    await expect.element(page.getByRole('img', { name: '加载失败：<b>' })).toBeVisible();
  });

  test('in text that is not stored is found by its id, and text without pictures requests nothing', async () => {
    const calls = stubServer({ 'GET /api/file/select': [file(one), file(two)] });
    await draw(<NoticeBody html={body} />);
    await expect.element(page.getByRole('img', { name: '平面图' })).toBeVisible();
    expect(calls.map(({ query }) => String(query))).toEqual([`ids=${one}%2C${two}`]);
    await draw(<NoticeBody html="<p>甲</p>" notice="7" />);
    expect(calls).toHaveLength(1);
  });
});
