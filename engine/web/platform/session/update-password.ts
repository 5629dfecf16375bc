import type { Credentials } from '@back-office/contract/calls/login.ts';
import { request } from '../request/request.ts';
import { seal } from './seal.ts';
import { notifyRenewed } from './session-channel.ts';
import { sessionStore } from './session-store.ts';

/** Changes the user's own password; both values are encrypted. The session continues with the new credentials. */
export async function updatePassword(values: { oldPassword: string; newPassword: string }): Promise<void> {
  const query = (): [string, string][] => {
    const secretKey = sessionStore.get().rolesCredentials?.credentials.secretKey ?? '';
    return Object.entries(values).map(([name, value]) => [name, seal(value, { name, secretKey })]);
  };
  const answer = await request<{ credentials: Credentials }>('/api/sys/user/update-password', { method: 'PUT', query });
  sessionStore.renew(answer.credentials);
  notifyRenewed();
}
