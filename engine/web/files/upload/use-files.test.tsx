import { expect, test } from 'vitest';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { stubServer } from '../../testing/stub-server.ts';
import { useFiles } from './use-files.ts';

const Names = () => (
  <p>
    {useFiles('sys/msg', '7')
      .data?.map(({ fileName }) => fileName)
      .join('、')}
  </p>
);

test('the files of a record are read again when their window is shown again, since their paths have expired meanwhile', async () => {
  const calls = stubServer({ 'GET /api/file/select': [{ id: '1', fileName: 'a.pdf', filePath: '/files/1' }] });
  const { container } = await draw(<Names />);
  await expect.poll(() => container.textContent).toContain('a.pdf');
  expect(calls).toHaveLength(1);
  // No interval runs in a hidden window.
  dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => calls).toHaveLength(2);
});
