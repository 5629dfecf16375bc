import { draw } from '@back-office/web/testing/draw.tsx';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { NoticeBody } from './notice-body.tsx';

const drawn = async (html: string): Promise<Element> => {
  const { container } = await draw(<NoticeBody html={html} />);
  return container.querySelector('.notice-body') ?? document.body;
};

test('text without markup keeps its lines, and its signs are signs', async () => {
  const body = await drawn('第一行\n1 < 2 & 3 > 2');
  expect(body.textContent).toBe('第一行\n1 < 2 & 3 > 2');
  expect(getComputedStyle(body).whiteSpace).toMatch(/^pre/);
});

test('what a notice may hold is shown', async () => {
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
  ['a frame', '<p>a</p><iframe src="https://example.com"></iframe>'],
  ['a form', '<form action="https://example.com"><p>a</p><input name="password"></form>'],
  ['styles', '<style>body { display: none }</style><p style="position: fixed">a</p>'],
  ['a picture in which a script stands', '<svg><a xlink:href="javascript:window.hit = 1"><text>a</text></a></svg><p>a</p>'],
])('of %s nothing is left but its words', async (_, html) => {
  const body = await drawn(html);
  expect(body.textContent).toContain('a');
  expect(body.querySelector('script, img, iframe, form, input, style, svg, [style], [onerror], [href]')).toBe(null);
  expect('hit' in window).toBe(false);
});
