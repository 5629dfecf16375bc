import { draw } from '@back-office/app/testing/web/draw.tsx';
import { sendToChromium } from '@back-office/web/testing/send-to-chromium.ts';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PaletteWaiting } from './palette-waiting.tsx';

function Typed() {
  const [typed, setTyped] = useState('');
  return <PaletteWaiting typed={typed} onType={setTyped} onClose={() => undefined} />;
}

test('text from an input method that arrives before the palette’s code has loaded keeps its order', async () => {
  await draw(<Typed />);
  const waiting = page.getByRole('textbox', { name: '查找' });
  await expect.element(waiting).toHaveFocus();
  await sendToChromium('Input.insertText', { text: '用户' });
  await expect.element(waiting).toHaveValue('用户');
  await sendToChromium('Input.insertText', { text: '管理' });
  await expect.element(waiting).toHaveValue('用户管理');
});
