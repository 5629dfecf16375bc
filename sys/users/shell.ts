import { feedback } from '@back-office/web/platform/feedback/feedback.ts';
import type { ShellFeature } from '@back-office/web/shell/routing/shell-feature.ts';

/** What the palette does with people that it finds. */
export const usersShell: ShellFeature = {
  name: 'users',
  paletteRecords: [
    {
      name: 'reset-password',
      title: '重置密码',
      resource: 'sys/user',
      order: 10,
      right: { resource: 'sys/user', permission: 'edit' },
      icon: 'key',
      run: async ({ id, label, detail }) => {
        const { confirmResetPassword: askResetPassword } = await import('./web/confirm-reset-password.ts');
        askResetPassword(await feedback.ready(), { id, userName: label, userAccount: detail }, () => undefined);
      },
    },
  ],
};
