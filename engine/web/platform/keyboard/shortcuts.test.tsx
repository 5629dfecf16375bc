import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { shortcuts, typing, useCharacterKey, useCommandKey, useShortcuts, type Shortcut } from './shortcuts.ts';

const run = vi.fn();
const listed = (): string[] => shortcuts.get().map(({ keys, title }) => `${title} ${keys.join('+')}`);
const press = (keys: string) => userEvent.keyboard(keys);

beforeEach(() => {
  run.mockReset();
});

/** A component with shortcuts, which a press unmounts. */
function Switched({ children: Part }: { children: () => null }) {
  const [there, setThere] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setThere(!there)}>
        收起
      </button>
      {there && <Part />}
    </>
  );
}
const fold = () => page.getByRole('button', { name: '收起' }).click();

describe('a shortcut of one character', () => {
  function Approve() {
    useCharacterKey('p', { title: '批准', where: '合同' }, run);
    return null;
  }

  test('is listed and works while its component is mounted, in upper or lower case', async () => {
    await draw(<Switched>{Approve}</Switched>);
    expect(listed()).toContain('批准 P');
    await press('p');
    await press('{Shift>}P{/Shift}');
    expect(run).toHaveBeenCalledTimes(2);
    await fold();
    await press('p');
    expect(run).toHaveBeenCalledTimes(2);
    expect(listed()).not.toContain('批准 P');
  });

  test.each([['{Control>}p{/Control}'], ['{Alt>}p{/Alt}'], ['{Meta>}p{/Meta}'], ['o']])('is not triggered by %s', async (keys) => {
    await draw(<Approve />);
    await press(keys);
    expect(run).not.toHaveBeenCalled();
  });

  test.each([
    ['an input', <input key="1" aria-label="备注" />],
    ['a text area', <textarea key="2" aria-label="备注" />],
    ['an editable element', <div key="3" aria-label="备注" role="textbox" tabIndex={0} contentEditable suppressContentEditableWarning />],
    ['a combobox', <div key="4" aria-label="备注" role="combobox" tabIndex={0} aria-expanded={false} aria-controls="none" />],
  ])('is an ordinary letter in %s', async (_name, field) => {
    await draw(
      <>
        <Approve />
        {field}
      </>,
    );
    (page.getByLabelText('备注').element() as HTMLElement).focus();
    await press('p');
    expect(run).not.toHaveBeenCalled();
  });

  test('is blocked by an open dialog, but not by one that is only kept hidden', async () => {
    await draw(<Approve />);
    const question = document.createElement('div');
    question.setAttribute('role', 'dialog');
    question.setAttribute('aria-modal', 'true');
    question.textContent = '确定？';
    document.body.append(question);
    await press('p');
    expect(run).not.toHaveBeenCalled();
    question.style.display = 'none';
    await press('p');
    expect(run).toHaveBeenCalledOnce();
    question.remove();
  });

  test('is left to an element that has already handled the key', async () => {
    await draw(
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the key before the window gets it
      <div onKeyDown={(event) => event.preventDefault()}>
        <button type="button">先</button>
        <Approve />
      </div>,
    );
    (page.getByRole('button', { name: '先' }).element() as HTMLElement).focus();
    await press('p');
    expect(run).not.toHaveBeenCalled();
  });
});

describe('a shortcut of a letter with Ctrl', () => {
  function Send() {
    useCommandKey('m', { title: '寄出', where: '合同' }, run, typing);
    return <input aria-label="收件人" />;
  }

  test('also works with ⌘, but not with Shift or Alt in addition', async () => {
    await draw(<Send />);
    expect(listed()).toContain('寄出 Ctrl+m');
    await press('{Control>}m{/Control}');
    await press('{Meta>}m{/Meta}');
    expect(run).toHaveBeenCalledTimes(2);
    await press('{Control>}{Shift>}M{/Shift}{/Control}');
    await press('{Control>}{Alt>}m{/Alt}{/Control}');
    await press('m');
    expect(run).toHaveBeenCalledTimes(2);
  });

  test('does not run where its declaration says that the key means something else', async () => {
    await draw(<Send />);
    await page.getByLabelText('收件人').click();
    await press('{Control>}m{/Control}');
    expect(run).not.toHaveBeenCalled();
  });
});

test('shortcuts that two components register stay listed when one of them unmounts', async () => {
  const keys: readonly Shortcut[] = [{ keys: ['Home'], title: '回到本月', where: '合同统计' }];
  function Months() {
    useShortcuts(keys);
    return null;
  }
  const before = listed();
  await draw(
    <>
      <Months />
      <Switched>{Months}</Switched>
    </>,
  );
  await fold();
  expect(listed()).toEqual([...before, '回到本月 Home']);
});
