import { draw } from '@back-office/app/testing/web/draw.tsx';
import { role } from '@back-office/sys/roles/role.ts';
import { useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { createPath, useLocation } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { useWrittenQuery } from '../../platform/routing/use-written-query.ts';
import { TabScope } from '../../platform/tabs/tab-scope.tsx';
import { tabKey } from '../../platform/tabs/tab.ts';
import { tabToHide } from '../../testing/tab-to-hide.tsx';
import { titleOf, useOpened, type Opened } from './use-opened.ts';

const [before, list] = [location.href, '/sys/role/list'];
afterEach(() => history.replaceState(null, '', before));

let opened: Opened;
let write: ReturnType<typeof useWrittenQuery>[1];
let discarded = 0;
let saving = false;

/** The open record of a list, with a form in which one can type. */
function Probe() {
  const now = useOpened(role);
  const [, writeQuery] = useWrittenQuery();
  useLayoutEffect(() => {
    opened = now;
    write = writeQuery;
  });
  return (
    <>
      <output>{now.shown === undefined ? '列表' : `${titleOf(role, now.shown)} ${now.shown.id}`}</output>
      {now.shown?.editing === true && <Form key={now.shown.id} watch={now.watchForm} />}
    </>
  );
}
function Form({ watch }: { watch: Opened['watchForm'] }) {
  const [text, setText] = useState('');
  useEffect(() => {
    watch({ changed: () => text !== '', discard: () => void (discarded += 1), submit: () => undefined, saving });
    return () => watch(undefined);
  });
  return <input aria-label="备注" value={text} onChange={({ target }) => setText(target.value)} />;
}

/** The list at the last address of its tab, as in the shell. */
function Scoped() {
  const at = createPath(useLocation());
  const [last, setLast] = useState(at);
  if (tabKey(at) === list && at !== last) setLast(at);
  return (
    <TabScope tab={list} fullPath={last}>
      <Probe />
    </TabScope>
  );
}

const shown = page.getByRole('status');
const note = page.getByRole('textbox', { name: '备注' });
const question = page.getByRole('dialog', { name: '放弃已填写的内容？' });
const address = () => location.pathname + location.search;
const expectShown = (words: string) => expect.element(shown).toHaveTextContent(words);
const expectAddress = (to: string) => expect.poll(address).toBe(to);
/** Lets pass what an effect needs to run, and a wrongly closed form to close. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 300));

const start = async (at = list) => {
  discarded = 0;
  saving = false;
  history.pushState(null, '', at);
  await draw(<Probe />, { inWindow: true });
};
const edit = async (id = '1') => {
  opened.open(id, true);
  await expectAddress(`${list}?record=${id}`);
  await expect.element(note).toBeVisible();
};

test('going back closes the record that was opened, and going forward shows it again', async () => {
  await start();
  opened.open('1');
  await expectShown('查看角色 1');
  history.back();
  await expectShown('列表');
  history.forward();
  await expectShown('查看角色 1');
});

test.each([
  ['the list', () => edit()],
  [
    'the record',
    async () => {
      opened.open('1');
      await expectShown('查看角色 1');
      opened.edit();
    },
  ],
])('going back closes a form that was opened from %s, and going forward shows its record', async (_, open) => {
  await start();
  await open();
  await expectShown('编辑角色 1');
  history.back();
  await expectShown('列表');
  await expectAddress(list);
  history.forward();
  await expectShown('查看角色 1');
  await expect.element(question).not.toBeInTheDocument();
});

test('going back asks when something was typed; continuing puts the address back, so that going back asks again', async () => {
  await start();
  await edit();
  await note.fill('写了一半');
  for (const _ of [1, 2]) {
    history.back();
    await expect.element(question).toBeVisible();
    await page.getByRole('button', { name: '继续编辑' }).click();
    await expectAddress(`${list}?record=1`);
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(note).toHaveValue('写了一半');
  }
  expect(discarded).toBe(0);
  history.back();
  await page.getByRole('button', { name: '放弃', exact: true }).click();
  await expectShown('列表');
  await expectAddress(list);
  expect(discarded).toBe(1);
});

test('going back once more while the question is open is to continue', async () => {
  await start(`${list}?page=2`);
  write(() => new URLSearchParams(''));
  await expectAddress(list);
  await edit();
  await note.fill('写了一半');
  history.back();
  await expect.element(question).toBeVisible();
  history.back();
  await expectAddress(`${list}?record=1`);
  await expect.element(question).not.toBeInTheDocument();
  await settle();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(note).toHaveValue('写了一半');
});

test('going forward while the question is open is to continue, and going back once more asks again', async () => {
  await start();
  await edit();
  await note.fill('写了一半');
  history.back();
  await expect.element(question).toBeVisible();
  history.forward();
  await expectAddress(`${list}?record=1`);
  await expect.element(question).not.toBeInTheDocument();
  await settle();
  history.back();
  await page.getByRole('button', { name: '放弃', exact: true }).click();
  await expectShown('列表');
});

test('going back while the form is being saved asks nothing and leaves nothing', async () => {
  await start();
  await edit();
  saving = true;
  await note.fill('写完了');
  history.back();
  await settle();
  await expectAddress(`${list}?record=1`);
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(note).toHaveValue('写完了');
});

test('continuing returns to the whole address that was left', async () => {
  await start(`${list}?page=2`);
  opened.open('1');
  await expectAddress(`${list}?page=2&record=1`);
  write(() => new URLSearchParams('page=3&record=1'));
  await expectAddress(`${list}?page=3&record=1`);
  opened.open('2', true);
  await note.fill('写了一半');
  history.back();
  await page.getByRole('button', { name: '继续编辑' }).click();
  await expectAddress(`${list}?page=3&record=2`);
  await expect.element(note).toHaveValue('写了一半');
});

test('a form stays as long as the address names its record, or never did', async () => {
  await start();
  await edit();
  write((now) => new URLSearchParams([...now, ['page', '2']]));
  await expectAddress(`${list}?record=1&page=2`);
  history.back();
  await expectAddress(`${list}?record=1`);
  await settle();
  await expectShown('编辑角色 1');
  write(() => new URLSearchParams('page=3'));
  await expectAddress(`${list}?page=3`);
  await settle();
  await expectShown('编辑角色 1');
});

test('an address that follows a moment later closes no form', async () => {
  await start(`${list}?page=1`);
  write(() => new URLSearchParams('page=2'));
  await expectAddress(`${list}?page=2`);
  // Rendered at once, before the address.
  flushSync(() => opened.open('1', true));
  dispatchEvent(new PopStateEvent('popstate'));
  await settle();
  await expectShown('编辑角色 1');
  await expectAddress(`${list}?page=2&record=1`);
  history.back();
  await expectShown('列表');
});

test('going back in a hidden tab, or to another page, closes no form', async () => {
  discarded = 0;
  saving = false;
  history.pushState(null, '', '/index');
  history.pushState(null, '', list);
  const { Tab, hide, show } = tabToHide(list);
  await draw(
    <Tab>
      <Scoped />
    </Tab>,
    { inWindow: true },
  );
  await edit();
  // The tab is held by an effect, which may run after the form is drawn.
  await settle();
  await hide();
  history.back();
  await expectAddress(list);
  await settle();
  show();
  await expectShown('编辑角色 1');
  history.back();
  await expectAddress('/index');
  await settle();
  await expectShown('编辑角色 1');
});
