import { draw } from '@back-office/app/testing/web/draw.tsx';
import { signInAs } from '@back-office/web/testing/sign-in-as.ts';
import { rowsOf, stubList } from '@back-office/web/testing/stub-list.ts';
import { stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { wordsOfButtons } from '@back-office/web/testing/words-of-buttons.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { bot } from '../bot.ts';
import { BotListPage } from './bot-list-page.tsx';

const bots = rowsOf(
  bot,
  { botName: '运维群', botKind: '飞书', botStatus: '正常' },
  { botName: '旧群', botKind: '钉钉', botStatus: '停用' },
);
let calls: Call[];
beforeEach(() => {
  calls = stubServer({ ...stubList(bot, bots), 'POST /api/sys/bot/test/1': { id: '9' } });
});
const row = (name: string) => page.getByRole('row', { name });
const offered = (name: string): string[] => wordsOfButtons(row(name));
const drawList = () => draw(<BotListPage />, { at: '/sys/bot/list' });

test('an enabled bot is tested by sending a message to its group', async () => {
  await drawList();
  await expect.element(row('运维群')).toBeVisible();
  const more = (name: string) => row(name).getByRole('button', { name: '更多' });
  await expect.element(more('旧群')).not.toBeInTheDocument();
  await more('运维群').click();
  await page.getByRole('menuitem', { name: '测试' }).click();
  await expect.element(page.getByText('测试消息已排队，请看群里是否收到；没有收到时，原因在“群消息”里')).toBeVisible();
  expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(['/api/sys/bot/test/1']);
});

test('a user with only the read permission is offered no test', async () => {
  signInAs({ account: 'somebody', grants: { 'sys/bot': 'read' } });
  await drawList();
  await expect.element(row('运维群')).toBeVisible();
  expect(offered('运维群')).toEqual(['查看']);
});
