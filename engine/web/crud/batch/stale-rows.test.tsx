import { org } from '@back-office/sys/orgs/org.ts';
import { user } from '@back-office/sys/users/user.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { choose } from '../../testing/choose.ts';
import { dictionaries } from '../../testing/sample.ts';
import { manyRows, rowsOf, stubList } from '../../testing/stub-list.ts';
import { stubServer, type Call } from '../../testing/stub-server.ts';
import { ListPage } from '../pages/list-page.tsx';

type Sent = { id: string; version: number } & Record<string, unknown>;
const words = { 'GET /api/sys/dict/select-tree': dictionaries({ user_status: ['正常', '停用'], status: ['正常', '停用'] }) };
const dialog = page.getByRole('dialog', { name: /^批量修改/ });
const tick = (name: string) => page.getByRole('checkbox', { name: `选择${name}`, exact: true }).click();
const sentIn = (calls: readonly Call[]): Sent[][] =>
  calls.filter(({ path }) => path.endsWith('save-each')).map(({ body }) => body as Sent[]);

/** Answers save-each as the server does for records that are stored like this. */
const saveEach =
  (stored: readonly Sent[]) =>
  ({ body }: Call) => ({
    results: (body as Sent[]).map((sent) => {
      const current = stored.find(({ id }) => id === sent.id);
      if (current?.version === sent.version) return { saved: { ...current, ...sent, version: sent.version + 1 } };
      return { refused: { code: 40900, message: '数据已被他人修改，请刷新后重试', data: { conflict: 'version', current } } };
    }),
  });

async function open(): Promise<void> {
  await page.getByRole('button', { name: '批量修改', exact: true }).click();
  await expect.element(dialog).toBeVisible();
}

async function setState(value: string, button: string): Promise<void> {
  await open();
  await dialog.getByRole('checkbox', { name: '状态', exact: true }).click();
  await dialog.getByRole('combobox', { name: '状态' }).click();
  await choose(value);
  await dialog.getByRole('button', { name: button, exact: true }).click();
}

describe('批量修改 of rows that somebody else has changed since they were ticked', () => {
  const rows = manyRows(user, 12).map((row) => ({ ...row, userStatus: '正常' }));
  const stored = rows.map((row) => (row.id === '1' ? { ...row, version: 9 } : row));

  /** Ticks a row of the first page, and shows the second. */
  async function tickFirst(): Promise<void> {
    await draw(<ListPage resource={user} />, { at: '/sys/user/list?limit=10' });
    await tick('甲1');
    await page.getByRole('listitem', { name: '2', exact: true }).click();
    await expect.element(page.getByRole('checkbox', { name: '选择甲12' })).toBeVisible();
  }

  test('changes them in a second attempt, although they are on another page and others are ticked meanwhile', async () => {
    const calls = stubServer({
      ...stubList(user, rows),
      ...words,
      'GET /api/sys/user/select/1': stored[0],
      'POST /api/sys/user/save-each': saveEach(stored),
    });
    await tickFirst();
    await setState('停用', '修改 1 条');
    await expect.element(dialog).toMatchTextContent('甲1已被他人修改，没有覆盖');
    await dialog.getByRole('button', { name: '知道了' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await tick('甲12');
    await setState('停用', '修改 2 条');
    await expect.element(page.getByText('已修改 2 条')).toBeVisible();
    expect(sentIn(calls)[1]?.map(({ id, version }) => ({ id, version }))).toEqual([
      { id: '1', version: 9 },
      { id: '12', version: stored[11]?.version },
    ]);
  });

  test('sends the versions that the list showed last, although others are ticked on another page', async () => {
    const changed = { ...rowsOf(user, { userName: '乙', version: 9 })[0], userStatus: '正常' } as (typeof rows)[number];
    const now = [...rows];
    const calls = stubServer({
      ...words,
      ...stubList(user, now),
      'GET /api/sys/user/select/1': () => now[0],
      'GET /api/sys/user/select/12': () => now[11],
      'POST /api/sys/user/save-each': (call: Call) => saveEach(now)(call),
    });
    const { queries } = await draw(<ListPage resource={user} />, { at: '/sys/user/list?limit=10' });
    const turnTo = async (name: string, shown: string): Promise<void> => {
      await page.getByRole('listitem', { name, exact: true }).click();
      await expect.element(page.getByRole('checkbox', { name: `选择${shown}`, exact: true })).toBeVisible();
    };
    await tick('甲1');
    await turnTo('2', '甲12');
    now.splice(0, 1, changed);
    await queries.invalidateQueries({ queryKey: [user.name] });
    await turnTo('1', '乙');
    await turnTo('2', '甲12');
    await tick('甲12');
    await setState('停用', '修改 2 条');
    await expect
      .poll(() => sentIn(calls)[0]?.map(({ id, version }) => ({ id, version })))
      .toEqual([
        { id: '1', version: 9 },
        { id: '12', version: 0 },
      ]);
  });

  test('sends the versions of a tree whose levels were loaded again', async () => {
    const [above, below] = rowsOf(org, { hasChildren: true }, { parentId: '1', hasChildren: false, orgStatus: '正常' }) as [Sent, Sent];
    let child = below;
    const calls = stubServer({
      ...stubList(org, []),
      ...words,
      'GET /api/sys/org/select-page': ({ query }: Call) => ({
        items: query.getAll('eq').includes('parentId:1') ? [child] : [above],
        total: 1,
      }),
      'GET /api/sys/org/select/2': () => child,
      'POST /api/sys/org/save-each': (call: Call) => saveEach([child])(call),
    });
    const { queries } = await draw(<ListPage resource={org} />, { at: '/base/org/list' });
    await tick('甲2');
    child = { ...below, version: 7, orgName: '乙' };
    await queries.invalidateQueries({ queryKey: [org.name] });
    await expect.element(page.getByRole('checkbox', { name: '选择乙' })).toBeChecked();
    await setState('停用', '修改 1 条');
    await expect.poll(() => sentIn(calls)[0]).toEqual([{ id: '2', version: 7, orgStatus: '停用' }]);
  });
});
