import { claimRule } from '@back-office/sys/oidc/claim-rule.ts';
import { user } from '@back-office/sys/users/user.ts';
import { role } from '@back-office/sys/roles/role.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { ViewPage } from '../../crud/pages/view-page.tsx';
import { Lines } from '../../crud/parts/lines.tsx';
import { request } from '../../platform/request/request.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { rowsOf, stubList } from '../../testing/stub-list.ts';
import { liveTicket, stubLive } from '../../testing/stub-live.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { zhang } from '../../testing/zhang.ts';
import { LiveUpdates } from './live-updates.tsx';

const lines = '/api/sys/claim-rule/select-page';
const record = '/api/sys/user/select/7';
const draft = '/api/sys/user/create';
const figures = '/api/acme/months/amounts';

/** Figures of a company’s own page, whose key the product does not know. */
function Figures() {
  useQuery({ queryKey: ['acme', 'months'], queryFn: () => request(figures) });
  return null;
}

/** How often the shown data has been read after an outage, after which the figures were read again. */
async function readsOf(path: string, shown: ReactNode, at = '/index'): Promise<number> {
  signInAs();
  const calls = stubServer({
    ...liveTicket,
    ...stubList(claimRule, rowsOf(claimRule, { sysRoleId: '7' })),
    [`GET ${figures}`]: [],
    [`GET ${record}`]: zhang,
    [`GET ${draft}`]: {},
    'POST /api/live/watch': { version: zhang.version },
    'GET /api/sys/user/select-roles': { roles: [], functions: [] },
  });
  const asked = (path: string): number => calls.filter((call) => call.path === path).length;
  const live = await stubLive();
  await draw(
    <>
      <LiveUpdates />
      <Figures />
      {shown}
    </>,
    { at },
  );
  await expect.poll(() => [asked(figures), asked(path)]).toEqual([1, 1]);
  live.lose();
  // The first reconnection is tried after a second, and is welcomed once its socket is open.
  await expect.poll(() => asked('/api/live/ticket')).toBe(2);
  await expect.poll(() => (live.welcome(), asked(figures)), { interval: 200 }).toBe(2);
  return asked(path);
}

test('an outage makes the lines of a record be read again', async () => {
  const row = { id: '7', roleName: '会计' };
  const shown = <Lines tab="lines" resource={claimRule} field="sysRoleId" names={['claimValue']} of={role} row={row} editable />;
  expect(await readsOf(lines, shown)).toBe(2);
});

test.each([
  ['the record', '7', record],
  ['the defaults', 'new', draft],
])('an outage leaves alone %s that an open form began with', async (_what, id, path) => {
  expect(await readsOf(path, <ViewPage resource={user} id={id} />, `/sys/user/view/${id}?edit=1`)).toBe(1);
});
