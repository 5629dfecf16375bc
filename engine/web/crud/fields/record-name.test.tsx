import { draw } from '@back-office/app/testing/web/draw.tsx';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { optionsOf } from '../../testing/sample.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { RecordName } from './record-name.tsx';

function Shown() {
  const [shown, setShown] = useState(false);
  const show = () => setShown(true);
  if (!shown)
    return (
      <button type="button" onClick={show}>
        显示
      </button>
    );
  return (
    <p>
      <RecordName to="sys/org" id="1" />
    </p>
  );
}

/** Options of this age in which the record has its former name; the server knows its new one. */
async function start(age: number) {
  const calls = stubServer({
    'GET /api/sys/org/select/1': { id: '1', orgName: '新名' },
    'GET /api/sys/org/select-options': optionsOf('新名'),
  });
  const { queries } = await draw(<Shown />);
  queries.setQueryData(['sys/org', 'options', ''], optionsOf('旧名'), { updatedAt: Date.now() - age });
  const show = () => page.getByRole('button', { name: '显示' }).click();
  return { calls, queries, show };
}

test('a name that was just picked is shown without a call', async () => {
  const { calls, show } = await start(0);
  await show();
  await expect.element(page.getByText('旧名')).toBeVisible();
  expect(calls).toEqual([]);
});

test('a name of options that are out of date since a change is read anew', async () => {
  const { queries, show } = await start(0);
  await queries.invalidateQueries({ queryKey: ['sys/org'] });
  await show();
  await expect.element(page.getByText('新名')).toBeVisible();
});

test('a name that was picked more than a minute ago is read anew', async () => {
  const { show } = await start(61_000);
  await show();
  await expect.element(page.getByText('新名')).toBeVisible();
});
