import { App } from 'antd';
import { showPassword } from './show-password.tsx';

/** Shows a one-time password over the page (`showPassword`). */
export function useShowPassword(): (account: string, password: string) => void {
  const there = App.useApp();
  return (account, password) => showPassword(there, account, password);
}
