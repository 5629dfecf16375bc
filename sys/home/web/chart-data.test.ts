import type { PanelData } from '../statistics.ts';
import { expect, it } from 'vitest';
import { chartsOf } from './chart-data.ts';

const data: PanelData = {
  panels: [],
  series: [
    {
      key: 'operations',
      label: '操作次数',
      points: [
        { time: '2026-01-01 08:00:00', value: 2 },
        { time: '2026-01-01 09:00:00', value: 3 },
        { time: '2026-01-02 08:00:00', value: 5 },
      ],
    },
    ...['signIns', 'signInFailures'].map((key) => ({
      key,
      label: key,
      points: [
        { time: '2026-01-01 00:00:00', value: 1 },
        { time: '2026-01-02 00:00:00', value: 4 },
      ],
    })),
    { key: 'module:用户', label: '用户', points: [{ time: '2026-01-01 00:00:00', value: 10 }] },
  ],
};

it('draws no chart for data that the server did not send', () => {
  const series = data.series.filter(({ key }) => key.startsWith('signIn'));
  expect(chartsOf({ series }).map(({ title }) => title)).toEqual(['近30天登录']);
});

it('sums the hours by day and by hour of the day, and the modules over all days', () => {
  const [operations, signIns, hours, modules] = chartsOf(data);
  expect(operations).toMatchObject({ words: ['2026-01-01', '2026-01-02'], rows: [{ values: [5, 5] }] });
  expect(signIns?.rows.map(({ values }) => values)).toEqual([
    [1, 4],
    [1, 4],
  ]);
  expect(hours?.rows[0]?.values.slice(8, 10)).toEqual([7, 3]);
  expect(modules).toMatchObject({ words: ['用户'], rows: [{ values: [10] }] });
});

it('covers only the last days if fewer are requested', () => {
  const points = Array.from({ length: 30 }, (_, day) => ({ time: `2026-01-${String(day + 1).padStart(2, '0')} 08:00:00`, value: day + 1 }));
  const series = ['operations', 'signIns', 'signInFailures', 'module:用户'].map((key) => ({ key, label: key, points }));
  const [operations, , hours, modules] = chartsOf({ series }, 7);
  expect(operations).toMatchObject({ title: '近7天操作次数', rows: [{ values: [24, 25, 26, 27, 28, 29, 30] }] });
  expect(hours?.rows[0]?.values[8]).toBe(189);
  expect(modules?.rows[0]?.values).toEqual([189]);
});
