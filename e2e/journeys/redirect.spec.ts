import { expect, test } from '../support/journey.ts';
import { sendSignIn, signIn } from '../support/sign-in.ts';

test('leads back to the requested page after sign-in', async ({ page, server }) => {
  await page.goto('/sys/user/list?like=userName:管理');
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await sendSignIn(page, 'admin', server.adminPassword);
  await expect(page.getByRole('heading', { name: '用户列表' })).toBeAttached();
  await expect(page.getByRole('group', { name: '当前筛选' })).toContainText('姓名：包含 管理');
});

// oxlint-disable-next-line no-script-url -- an address to be refused is what this is about
for (const hostile of ['//evil.example', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)', '/login']) {
  test(`leads to the home page and nowhere else when a link asks for ${hostile}`, async ({ page, server }) => {
    await signIn(page, 'admin', server.adminPassword, hostile);
    await expect(page).toHaveURL('/index');
    await expect(page.getByRole('main')).toContainText('管理员');
  });
}

test('leads a person who is signed in away from the sign-in page', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/profile');
  await page.goto('/login');
  await expect(page).toHaveURL('/index');
  await page.goto('/');
  await expect(page).toHaveURL('/index');
});
