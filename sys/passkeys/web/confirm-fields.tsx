import type { PasskeyAnswer } from '@back-office/contract/calls/passkey.ts';
import type { ConfirmBy, TwoFactorAnswer } from '@back-office/contract/calls/two-factor.ts';
import { knowsPasskeys } from '@back-office/web/platform/session/passkey.ts';
import { CodeField } from '@back-office/web/sign-in/account/code-field.tsx';
import { promptOwnPasskey } from '@back-office/web/sign-in/account/prompt-own-passkey.ts';
import { PasswordField, sealedPassword } from '@back-office/web/sign-in/account/password-field.tsx';

/** How a person re-authenticates: with the second factor if there is one, else with the password. */
export type Confirm = 'password' | 'code' | 'passkey';

/** The input for it. */
export interface Typed {
  password?: string | undefined;
  code?: string | undefined;
}

/** How this person may, the first by default; a second factor, if there is one, replaces the password. */
export function confirmWays({ active, app }: TwoFactorAnswer): readonly Confirm[] {
  if (!active) return ['password'];
  return app || !knowsPasskeys() ? ['code'] : ['passkey', 'code'];
}

interface ConfirmFieldsProps {
  by: Confirm;
  confirmBy: ConfirmBy | undefined;
  autoFocus?: boolean;
}

/** The input field for it; a passkey needs none. */
export function ConfirmFields({ by, confirmBy, autoFocus = false }: ConfirmFieldsProps) {
  if (by === 'code') return <CodeField help="身份验证器显示的 6 位数字，或一个恢复码" autoFocus={autoFocus} />;
  if (by === 'passkey') return <p style={{ marginTop: 0 }}>请先用您已有的通行密钥确认是您本人。</p>;
  return <PasswordField confirmBy={confirmBy} autoFocus={autoFocus} />;
}

/** The input as sent to the server; prompts for a passkey if needed. Rejects with a message for the person. */
export async function confirmation(by: Confirm, { password, code = '' }: Typed): Promise<Record<string, string | PasskeyAnswer>> {
  if (by === 'code') return { code: code.trim() };
  if (by === 'passkey') return { passkey: await promptOwnPasskey() };
  return sealedPassword(password);
}
