import { outcomes } from '@back-office/contract/status.ts';
import type { Panel, PanelData, Series } from '../statistics.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { countNotices } from '../../notices/server/readable.ts';
import { mayKnow } from './may-know.ts';
import { readHours, readTallies, type Tally } from './tallies.ts';
import { readTotals, type Totals } from './read-totals.ts';

/** Maximum number of modules with a series of their own; the rest are summed up. */
const maxModules = 8;
const rest = '其他';

/**
 * GET statistics/select-panel-data: the home page's figures within the person's data scope. A figure of records that they may not read is left out: 0
 * would claim that there are none.
 */
export async function panelData(context: Context): Promise<PanelData> {
  const hours = await readHours(context);
  const tallies = await readTallies(context);
  const totals = await readTotals(context);
  const { unread } = await countNotices(context.db, context.user.userId);
  const calendar = [...new Set(hours.map(dayOf))];
  const operations = tallies.filter(({ kind }) => kind === 'operation');
  const signIns = tallies.filter(({ kind, word }) => kind === 'sign-in' && word === outcomes.success);
  const failures = tallies.filter(({ kind, word }) => kind === 'sign-in' && word !== outcomes.success);
  const isVisible = ({ key }: { key: string }): boolean => mayKnow(context.user.rights, key);
  const panels: Panel[] = [
    ...countedPanels(totals),
    ...dayPanels(calendar, { signIns, signInFailures: failures, operations }),
    { key: 'unread', label: '未读通知', value: unread },
    { key: 'storage', label: '已用存储', value: totals.storage },
    { key: 'smsSent', label: '近30天短信发送成功', value: totals.smsSent },
    { key: 'smsFailed', label: '近30天短信发送失败', value: totals.smsFailed },
  ];
  return {
    panels: panels.filter(isVisible),
    series: [
      seriesOf('operations', '操作次数', hours, operations, ({ time }) => time),
      seriesOf('signIns', '登录成功', calendar, signIns, ({ time }) => dayOf(time)),
      seriesOf('signInFailures', '登录失败', calendar, failures, ({ time }) => dayOf(time)),
      ...moduleSeries(
        calendar,
        tallies.filter(({ kind }) => kind === 'module'),
      ),
    ].filter(isVisible),
  };
}

const countedPanels = ({ users, newUsers, newUsersBefore, online }: Totals): Panel[] => [
  { key: 'users', label: '用户总数', value: users },
  { key: 'newUsers', label: '近30天新增用户', value: newUsers, previous: newUsersBefore },
  { key: 'online', label: '在线用户', value: online },
];

/** Today compared with yesterday. */
function dayPanels(
  calendar: readonly string[],
  of: Readonly<Record<'signIns' | 'signInFailures' | 'operations', readonly Tally[]>>,
): Panel[] {
  const on = (tallies: readonly Tally[], day: string | undefined): number =>
    tallies.reduce((sum, { time, value }) => sum + (dayOf(time) === day ? value : 0), 0);
  const labels = { signIns: '今日登录', signInFailures: '今日登录失败', operations: '今日操作' } as const;
  return (['signIns', 'signInFailures', 'operations'] as const).map((key) => ({
    key,
    label: labels[key],
    value: on(of[key], calendar.at(-1)),
    previous: on(of[key], calendar.at(-2)),
  }));
}

/** Midnight of a datetime's day. */
const dayOf = (datetime: string): string => `${datetime.slice(0, 10)} 00:00:00`;

function seriesOf(
  key: string,
  label: string,
  times: readonly string[],
  tallies: readonly Tally[],
  timeOf: (tally: Tally) => string,
): Series {
  const sums = new Map<string, number>();
  for (const tally of tallies) sums.set(timeOf(tally), (sums.get(timeOf(tally)) ?? 0) + tally.value);
  return { key, label, points: times.map((time) => ({ time, value: sums.get(time) ?? 0 })) };
}

/** A series for each of the busiest modules, busiest first, and one for all others. */
function moduleSeries(calendar: readonly string[], operations: readonly Tally[]): Series[] {
  const sums = new Map<string, number>();
  for (const { word, value } of operations) sums.set(word, (sums.get(word) ?? 0) + value);
  const ranked = [...sums].filter(([word]) => word !== rest).sort(([, one], [, other]) => other - one);
  const named = ranked.slice(0, maxModules).map(([word]) => word);
  const nameOf = ({ word }: Tally): string => (named.includes(word) ? word : rest);
  const names = operations.some((tally) => nameOf(tally) === rest) ? [...named, rest] : named;
  return names.map((name) =>
    seriesOf(
      `module:${name}`,
      name,
      calendar,
      operations.filter((tally) => nameOf(tally) === name),
      ({ time }) => dayOf(time),
    ),
  );
}
