import { draw } from '@back-office/app/testing/web/draw.tsx';
import { user } from '@back-office/sys/users/user.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { TabContext } from '../../platform/tabs/tab-context.ts';
import { tabsStore } from '../../platform/tabs/tabs-store.ts';
import { deferredAnswer } from '../../testing/deferred-answer.ts';
import { Refusal, stubServer, type Call } from '../../testing/stub-server.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import { ViewPage } from '../pages/view-page.tsx';
import { draftStore } from './draft-store.ts';

const zhang = { id: '7', version: 3, userAccount: 'zhang', userName: '张三', userStatus: '正常', sysRoleIds: [], twoStepRequired: '否' };
let stored: Record<string, unknown>;
let calls: Call[];
/** A different tab for each test: a tab that is not shown keeps its unsaved mark. */
let tab: string;

beforeEach(() => {
  stored = zhang;
  tab = crypto.randomUUID();
  calls = stubServer(answers());
});
const answers = () => ({
  'GET /api/sys/user/select/7': () => stored,
  'GET /api/sys/user/create': { userStatus: '正常', sysRoleIds: [], twoStepRequired: '否' },
  'POST /api/sys/user/save': ({ body }: Call) => ({ ...stored, ...(body as object), version: 5 }),
  'POST /api/live/watch': () => ({ version: stored['version'] }),
});
const open = (id = '7', onSaved?: (record: object) => void) =>
  draw(
    <TabContext value={tab}>
      <ViewPage resource={user} id={id} {...(onSaved === undefined ? {} : { onSaved })} />
    </TabContext>,
    { at: `/sys/user/view/${id}?edit=1` },
  );
const field = (name: string) => page.getByRole('textbox', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const drafts = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith('draft '));
const saves = (): unknown[] => calls.filter(({ path }) => path === '/api/sys/user/save').map(({ body }) => body);
/** Begins a save, and resolves with how to answer it. */
const beginSave = async (more: object = {}): Promise<() => void> => {
  const { answer, release } = deferredAnswer({ ...zhang, id: '7', userName: '张三丰', version: 4, ...more });
  calls = stubServer({ ...answers(), 'POST /api/sys/user/save': answer });
  await button('保存').click();
  await expect.poll(saves).toHaveLength(1);
  return () => {
    stored = { ...zhang, userName: '张三丰', version: 4 };
    release();
  };
};

describe('what is typed while a save is under way', () => {
  const said = page.getByText('已保存；保存期间填写的内容还没有保存');

  test('stays in the form as unsaved input over the saved record, and in a draft', async () => {
    await open();
    await field('姓名').fill('张三丰');
    const answer = await beginSave();
    await field('备注').fill('写了一半');
    answer();
    await expect.element(said).toBeVisible();
    await expect.element(field('姓名')).toHaveValue('张三丰');
    await expect.element(field('备注')).toHaveValue('写了一半');
    expect(tabsStore.isDirty(tab)).toBe(true);
    expect(drafts()).toHaveLength(1);
    calls = stubServer(answers());
    await button('保存').click();
    await expect.element(page.getByText('保存成功')).toBeVisible();
    expect(saves()).toEqual([{ id: '7', version: 4, userRemark: '写了一半' }]);
    expect(drafts()).toEqual([]);
  });

  test('is saved next to the new record that was saved, not as another one', async () => {
    await open('new');
    await field('账号').fill('zhang');
    await field('姓名').fill('张三丰');
    const answer = await beginSave();
    await field('备注').fill('写了一半');
    answer();
    await expect.element(said).toBeVisible();
    expect(drafts()).toEqual([expect.stringMatching(/ sys\/user 7$/)]);
    calls = stubServer(answers());
    await button('保存').click();
    await expect.poll(saves).toEqual([{ id: '7', version: 4, userRemark: '写了一半' }]);
  });

  test('keeps no page from what the server told once about the new record', async () => {
    const told: object[] = [];
    await open('new', (record) => told.push(record));
    await field('账号').fill('zhang');
    await field('姓名').fill('张三丰');
    const answer = await beginSave({ oneTimePassword: 'Once-2026' });
    await field('备注').fill('写了一半');
    answer();
    await expect.element(said).toBeVisible();
    expect(told).toEqual([expect.objectContaining({ oneTimePassword: 'Once-2026' })]);
    await expect.element(field('备注')).toHaveValue('写了一半');
  });

  test('stays in the form if somebody else has saved the same before', async () => {
    await open();
    await field('姓名').fill('张三丰');
    const theirs = { ...zhang, userName: '张三丰', version: 4 };
    const { answer: released, release } = deferredAnswer(undefined);
    const refuse = async (): Promise<never> => {
      await released();
      throw new Refusal('conflict', undefined, { conflict: 'version', current: theirs });
    };
    calls = stubServer({ ...answers(), 'POST /api/sys/user/save': refuse });
    await button('保存').click();
    await expect.poll(saves).toHaveLength(1);
    await field('备注').fill('写了一半');
    stored = theirs;
    release();
    await expect.element(said).toBeVisible();
    await expect.element(field('备注')).toHaveValue('写了一半');
    calls = stubServer(answers());
    await button('保存').click();
    await expect.poll(saves).toEqual([{ id: '7', version: 4, userRemark: '写了一半' }]);
  });
});

test('a draft that was typed beside a proposal is the person’s own after a crash, with what was proposed', async () => {
  const { userId } = sessionStore.get();
  const base = { userRemark: null, version: 3 };
  draftStore.write(userId, 'sys/user 7', { at: Date.now(), values: { userRemark: '建议的' }, base, from: '助手“写作”' });
  await open();
  await expect.element(button('填入建议')).toBeVisible();
  await field('姓名').fill('张无忌');
  await cleanup();
  await open();
  await button('恢复草稿').click();
  await expect.element(field('备注')).toHaveValue('建议的');
  await expect.element(field('姓名')).toHaveValue('张无忌');
});
