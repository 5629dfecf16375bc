import { user } from '@back-office/sys/users/user.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { signInAs } from '../../testing/sign-in-as.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { tabToHide } from '../../testing/tab-to-hide.tsx';
import { TabScope } from '../../platform/tabs/tab-scope.tsx';
import { useOpened } from '../hooks/use-opened.ts';
import { type ListAddress, useListAddress } from './use-list-address.ts';

interface QuickProps {
  /** Two changes made before the address has followed the first. */
  act: (list: ListAddress, open: (id: string) => void) => void;
}

function Quick({ act }: QuickProps) {
  const list = useListAddress(user);
  const { open } = useOpened(user);
  return (
    <button type="button" onClick={() => act(list, open)}>
      两次
    </button>
  );
}

const terms = [{ op: 'eq' as const, field: 'userStatus', value: '停用' }];

test.for<[string, QuickProps['act'], Record<string, string>]>([
  [
    'searched and sorted',
    ({ change }) => {
      change({ search: '张' });
      change({ sort: 'userName:asc' });
    },
    { like: 'userName:李', search: '张', sort: 'userName:asc' },
  ],
  [
    'filtered and given other columns',
    ({ change, columns, setColumns }) => {
      change({ terms });
      setColumns(columns.map((column) => ({ ...column, shown: column.name === 'userName' })));
    },
    { eq: 'userStatus:停用', columns: 'userName' },
  ],
  [
    'searched and has a record opened beside it',
    ({ change }, open) => {
      change({ search: '张' });
      open('7');
    },
    { like: 'userName:李', search: '张', record: '7' },
  ],
  [
    'brought back to all records and sorted',
    ({ goTo, change }) => {
      goTo(undefined);
      change({ sort: 'userName:asc' });
    },
    { sort: 'userName:asc' },
  ],
])('a list that is %s before the address has followed keeps both changes', async ([, act, query]) => {
  signInAs();
  stubServer({ 'PUT /api/sys/user/preference/columns.sys.user': null });
  const { address } = await draw(<Quick act={act} />, { at: '/sys/user/list?like=userName:李' });
  await page.getByRole('button', { name: '两次' }).click();
  const shown = () => Object.fromEntries(new URLSearchParams(address().split('?')[1]));
  await expect.poll(shown).toEqual(query);
});

test.for<[string, (tab: ReturnType<typeof tabToHide>) => Promise<void> | void]>([
  [
    'the page was hidden',
    async ({ hide, show }) => {
      await hide();
      show();
    },
  ],
  ['Back was pressed', () => void dispatchEvent(new PopStateEvent('popstate'))],
])('a change of a list that was not shown before %s does not come back with the next change', async ([, leave]) => {
  signInAs();
  stubServer({});
  // Kept while it is hidden, as a list is with unsaved input.
  const at = '/profile';
  const tab = tabToHide(at);
  const acts = [(list: ListAddress) => list.change({ search: '张' }), (list: ListAddress) => list.change({ sort: 'userName:asc' })];
  const { address } = await draw(
    <tab.Tab>
      <TabScope tab={at} fullPath={at}>
        <Quick act={(list) => acts.shift()?.(list)} />
      </TabScope>
    </tab.Tab>,
    { at },
  );
  await page.getByRole('button', { name: '两次' }).click();
  await expect.poll(address).toContain('search=');
  await leave(tab);
  await page.getByRole('button', { name: '两次' }).click();
  await expect.poll(address).toContain('sort=');
  expect(address()).not.toContain('search=');
});
