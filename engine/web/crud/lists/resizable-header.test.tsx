import { user } from '@back-office/sys/users/user.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ListPage } from '../pages/list-page.tsx';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { escapeOnceDragged } from '../../testing/escape-once-dragged.ts';
import { manyRows, stubList } from '../../testing/stub-list.ts';
import { stubServer, type Call } from '../../testing/stub-server.ts';
import { columnWidth } from './list-column.ts';

const kept = vi.fn();
const header = (name: string) => page.getByRole('columnheader', { name }).element() as HTMLElement;
const edgeOf = (column: string): HTMLElement => {
  const edge = document.querySelector<HTMLElement>(`[data-edge=${column}]`);
  if (edge === null) throw new Error(`No edge at ${column}`);
  return edge;
};
const widthOf = (name: string): number => Math.round(header(name).getBoundingClientRect().width);

beforeEach(async () => {
  kept.mockReset();
  stubServer({ ...stubList(user, manyRows(user, 3)), 'PUT /api/sys/user/preference/columns.sys.user': ({ body }: Call) => kept(body) });
  await draw(<ListPage resource={user} />, { at: '/sys/user/list' });
  await expect.element(page.getByText('甲3')).toBeVisible();
  // What is loaded after the rows may still change how much room they have.
  let before = 0;
  await expect.poll(() => [before, (before = widthOf('姓名'))], { interval: 100 }).toSatisfy(([last, now]) => last === now);
});

/** Drags the edge of 账号 to this distance from the column's start. */
const dragTo = (x: number) => userEvent.dragAndDrop(edgeOf('userAccount'), header('账号'), { targetPosition: { x, y: 10 }, force: true });

test('dragging an edge widens only its column, is saved once, and does not sort', async () => {
  const [account, name] = [widthOf('账号'), widthOf('姓名')];
  await dragTo(account + 60);
  await expect.poll(() => widthOf('账号')).toBeGreaterThan(account + 40);
  expect(widthOf('姓名')).toBe(name);
  await expect.poll(() => kept.mock.calls.length).toBe(1);
  expect(kept.mock.calls[0]?.[0]).toMatchObject({
    value: expect.arrayContaining([
      { name: 'userAccount', width: widthOf('账号') },
      { name: 'userName', width: name },
    ]),
  });
  expect(header('账号').getAttribute('aria-sort')).toBe(null);
});

test('no column becomes too narrow for its edge to be reached', async () => {
  await dragTo(3);
  await expect.poll(() => widthOf('账号')).toBe(columnWidth.min);
  // Wait for the save: a later one would be counted in the next test.
  await expect.poll(() => kept.mock.calls.length).toBe(1);
});

test('Escape during a drag leaves the column as wide as it was, and the next drag is the first that is saved', async () => {
  const before = widthOf('账号');
  escapeOnceDragged();
  await dragTo(before + 60);
  expect(widthOf('账号')).toBe(before);
  await dragTo(before + 120);
  await expect.poll(() => kept.mock.calls.length).toBe(1);
  expect(widthOf('账号')).toBeGreaterThan(before + 60);
  expect(kept.mock.calls[0]?.[0]).toMatchObject({
    value: expect.arrayContaining([{ name: 'userAccount', width: widthOf('账号') }]),
  });
});

test('clicking an edge changes nothing and does not sort', async () => {
  const before = widthOf('账号');
  await userEvent.click(edgeOf('userAccount'));
  await userEvent.click(edgeOf('userAccount'), { button: 'right' });
  expect(widthOf('账号')).toBe(before);
  expect(kept).not.toHaveBeenCalled();
  expect(header('账号').getAttribute('aria-sort')).toBe(null);
});
