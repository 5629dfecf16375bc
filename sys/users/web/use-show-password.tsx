import { useApp } from '@back-office/web/platform/feedback/use-app.ts';

/** Shows a one-time password in a dialog (`showPassword`). */
export function useShowPassword(): (account: string, password: string) => void {
  const app = useApp();
  return (account, password) => void import('./show-password.ts').then(({ showPassword }) => showPassword(app, account, password));
}
