import { describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { appearance } from '../platform/appearance/appearance.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { onPhone } from '../testing/on-phone.ts';
import { ChartCard } from './chart-card.tsx';
import type { ChartData } from './chart-data.ts';

const days = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'];
const signIns: ChartData = {
  title: '近30天登录',
  kind: 'line',
  axis: '日期',
  words: days,
  rows: [
    { label: '登录成功', values: [1200, 3400, 0, 20] },
    { label: '登录失败', values: [1, 0, 0, 7] },
  ],
};
const modules: ChartData = {
  title: '各模块操作次数',
  kind: 'share',
  axis: '模块',
  words: ['用户管理', '一个名字很长很长很长很长的模块'],
  rows: [{ label: '操作', values: [70_000, 30] }],
};
const hours: ChartData = {
  title: '各时段',
  kind: 'bar',
  axis: '时段',
  words: ['00:00', '01:00'],
  rows: [{ label: '操作', values: [4, 8] }],
};

const picture = (title: string) => page.getByRole('img', { name: `${title}，图` });

/** The rendered texts, once they are there. */
async function textsOf(title: string): Promise<string[]> {
  await expect.element(picture(title)).toBeVisible();
  const texts = (): string[] => [...picture(title).element().querySelectorAll('text')].map(({ textContent }) => textContent);
  await expect.poll(texts).not.toEqual([]);
  return texts();
}

describe('a chart', () => {
  test('that nobody has scrolled to is printed as its table', async () => {
    await draw(
      <>
        <div style={{ height: 5000 }} />
        <ChartCard data={signIns} />
      </>,
    );
    const shown = () => document.querySelector('.chart-card table, .chart-card svg')?.tagName;
    await expect.element(page.getByRole('heading', { name: signIns.title })).toBeInTheDocument();
    expect(shown()).toBeUndefined();
    dispatchEvent(new Event('beforeprint'));
    expect(shown()).toBe('TABLE');
    dispatchEvent(new Event('afterprint'));
    expect(shown()).toBeUndefined();
  });

  test('by day names its rows, has a scale of whole numbers up to the maximum, and leaves out the year', async () => {
    await draw(<ChartCard data={signIns} />);
    const texts = await textsOf('近30天登录');
    expect(texts).toEqual(expect.arrayContaining(['登录成功', '登录失败', '0', '1,000', '4,000', '03-01', '03-04']));
  });

  test('by month labels only as many months as fit, each by its own name, and always the newest', async () => {
    await onPhone();
    const months = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}`);
    const rows = [{ label: '金额', values: months.map((_, at) => at * 100_000) }];
    await draw(<ChartCard data={{ title: '每月金额', kind: 'bar', axis: '月份', words: months, rows }} />);
    expect((await textsOf('每月金额')).filter((text) => text.endsWith('月'))).toEqual(['2月', '4月', '6月', '8月', '10月', '12月']);
  });

  test('by name shows each name, truncated if too long, and its number', async () => {
    await draw(<ChartCard data={modules} />);
    const texts = await textsOf('各模块操作次数');
    expect(texts).toEqual(expect.arrayContaining(['用户管理', '70,000', '30']));
    expect(texts.find((text) => text.endsWith('…'))).toMatch(/^一个名字很长/);
  });

  test('shows the figures under the pointer in a tooltip, and hides it when the pointer leaves', async () => {
    await draw(<ChartCard data={signIns} />);
    await textsOf('近30天登录');
    const { width } = picture('近30天登录').element().getBoundingClientRect();
    await userEvent.hover(picture('近30天登录'), { position: { x: width - 20, y: 120 } });
    const tip = page.getByText('2026-03-04');
    await expect.element(tip).toBeVisible();
    expect(picture('近30天登录').element().querySelector('.chart-tip')?.textContent).toBe('2026-03-04登录成功20登录失败7');
    await userEvent.unhover(picture('近30天登录'));
    await expect.element(tip).not.toBeInTheDocument();
  });

  test('draws columns with heights proportional to their values', async () => {
    await draw(<ChartCard data={hours} />);
    await textsOf('各时段');
    const [low = 0, high = 0] = [...picture('各时段').element().querySelectorAll('.chart-fill')].map((column) =>
      Number(column.getAttribute('height')),
    );
    expect(low).toBeGreaterThan(0);
    expect(high).toBeCloseTo(low * 2);
  });

  test('follows a change of the theme or the accent colour at once', async () => {
    onTestFinished(() => appearance.change({ scheme: 'light', accent: 'blue' }));
    appearance.change({ scheme: 'light', accent: 'blue' });
    await draw(<ChartCard data={signIns} />);
    await textsOf('近30天登录');
    const svg = picture('近30天登录').element().querySelector('svg');
    const drawn = () => {
      const of = (selector: string) => getComputedStyle(svg?.querySelector(selector) ?? document.body);
      return { word: of('.chart-word').fill, line: of('.chart-line').stroke, row: of('.chart-row-0 .chart-stroke').stroke };
    };
    const light = drawn();
    appearance.change({ scheme: 'dark' });
    const dark = drawn();
    for (const part of ['word', 'line', 'row'] as const) expect(dark[part]).not.toBe(light[part]);
    appearance.change({ accent: 'green' });
    expect(drawn().row).not.toBe(dark.row);
    expect(drawn().word).toBe(dark.word);
    // The same SVG element, not a new one.
    expect(picture('近30天登录').element().querySelector('svg')).toBe(svg);
  });

  test('is redrawn to fit when its container is resized', async () => {
    const { container } = await draw(<ChartCard data={signIns} />);
    await textsOf('近30天登录');
    const widthOf = (element: Element | null): number => Math.round(element?.getBoundingClientRect().width ?? 0);
    const before = widthOf(picture('近30天登录').element());
    const main = container.querySelector<HTMLElement>('main');
    if (main !== null) main.style.width = '300px';
    await expect.poll(() => widthOf(picture('近30天登录').element())).toBeLessThan(before);
    await expect.poll(() => widthOf(picture('近30天登录').element().querySelector('svg'))).toBe(widthOf(picture('近30天登录').element()));
  });
});

describe('the card of a chart', () => {
  test('shows the same figures as a table', async () => {
    await draw(<ChartCard data={signIns} />);
    await page.getByRole('button', { name: '近30天登录：看表格' }).click();
    const table = page.getByRole('region', { name: '近30天登录，表格' });
    await expect.element(table.getByRole('row', { name: '2026-03-02 3,400 0' })).toBeVisible();
    // No higher than its rows, so that none is hidden.
    const { scrollHeight, clientHeight } = table.element();
    expect(clientHeight).toBe(scrollHeight);
    expect(clientHeight).toBe(table.element().querySelector('table')?.clientHeight);
    await page.getByRole('button', { name: '近30天登录：看图' }).click();
    await expect.element(picture('近30天登录')).toBeVisible();
  });

  test('says that there is no data yet, and offers no table while figures are loading', async () => {
    const none = { ...hours, rows: [{ label: '操作', values: [0, 0] }] };
    await draw(<ChartCard data={none} />);
    await expect.element(page.getByText('暂无数据')).toBeVisible();
    await draw(<ChartCard data={{ ...hours, title: '将来' }} waiting />);
    await expect.element(page.getByRole('button', { name: '将来：看表格' })).toBeDisabled();
  });
});
