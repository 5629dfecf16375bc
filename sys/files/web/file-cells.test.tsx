import { draw } from '@back-office/app/testing/web/draw.tsx';
import { signInAs } from '@back-office/web/testing/sign-in-as.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { file } from '../file.ts';
import { fileCells } from './file-cells.tsx';

const Owner = fileCells['sys/file.otcId']?.Cell ?? (() => null);
const child = (path: string, component: string) => ({ path, name: path, component, meta: { title: path } });
const drawOwner = (otcType: string, otcId: string) =>
  draw(<Owner resource={file} field={file.fields.otcId} name="otcId" value={otcId} row={{ otcType, otcId }} plain={false} />);

test('the record that a file belongs to is a link for users who have its page, never a bare id', async () => {
  signInAs({ routes: [child('/base/org/view/:id', 'sys/org/view')] });
  await drawOwner('sys/org', '7');
  await expect.element(page.getByRole('link', { name: '查看机构' })).toHaveAttribute('href', '/base/org/view/7');
});

test('without such a page the record is shown as a dash', async () => {
  signInAs({ routes: [] });
  await drawOwner('sys/org', '7');
  await expect.element(page.getByText('—')).toBeVisible();
  expect(document.body.textContent).not.toContain('7');
});
