import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { feedback } from '../../platform/feedback/feedback.ts';
import { request } from '../../platform/request/request.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { Refusal, stubServer, type Call } from '../../testing/stub-server.ts';
import { unseal } from '../../testing/unseal.ts';

describe('a required change of the password', () => {
  test('stays open with what was typed while the person signs in again, and the call that required it is then made', async () => {
    const keys = ['A', 'B'].map((letter) => btoa(letter.repeat(32)));
    const credentials = (secretKey: string) => ({ accessToken: `token-${secretKey}`, secretKey });
    let isChanged = false;
    const saves: URLSearchParams[] = [];
    const own = sessionStore.get().rolesCredentials;
    if (own === null) throw new Error('Nobody is signed in');
    sessionStore.renew({ ...own.credentials, secretKey: keys[0] ?? '' });
    stubServer({
      'GET /api/x': () => {
        if (!isChanged) throw new Refusal('mustChangePassword');
        return 'answer';
      },
      'PUT /api/sys/user/update-password': ({ query }: Call) => {
        saves.push(query);
        if (saves.length === 1) throw new Refusal('noSession');
        isChanged = true;
        return { credentials: credentials(keys[1] ?? '') };
      },
    });
    await draw(<p>page</p>);
    await feedback.ready();
    const answer = request('/api/x');
    const dialog = page.getByRole('dialog', { name: '修改密码' });
    await dialog.getByLabelText('原密码').fill('once-Only-1');
    await dialog.getByLabelText('新密码', { exact: true }).fill('Harbour-Lantern-72');
    await dialog.getByLabelText('确认新密码').fill('Harbour-Lantern-72');
    await dialog.getByRole('button', { name: '修改密码' }).click();
    await page.getByRole('dialog', { name: '登录过期' }).getByRole('link', { name: '不离开本页登录' }).click();
    await expect.element(page.getByRole('dialog', { name: '重新登录' })).toBeVisible();
    await expect.element(dialog.getByLabelText('原密码')).toHaveValue('once-Only-1');
    // As if they had signed in in another window.
    sessionStore.renew(credentials(keys[1] ?? ''));
    await expect(answer).resolves.toBe('answer');
    expect(saves).toHaveLength(2);
    await expect.element(dialog).not.toBeInTheDocument();
    const opened = saves.map((query, at) => unseal(query.get('newPassword') ?? '', { name: 'newPassword', secretKey: keys[at] ?? '' }));
    expect(opened).toEqual(['Harbour-Lantern-72', 'Harbour-Lantern-72']);
  });
});
