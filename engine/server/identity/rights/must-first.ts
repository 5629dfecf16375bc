import type { Settings } from '../../platform/settings.ts';
import type { SignedIn } from './signed-in.ts';

/** The duties that the operator imposes on everybody. */
export type MustFirstPolicy = Pick<Settings, 'passwordChange' | 'passwordDays' | 'twoStep'>;

/** The state of a person's password and second factor; null if the person is gone. */
export interface MustFirstRow {
  passwordOnce: boolean | null;
  passwordGiven: boolean | null;
  passwordOld: boolean | null;
  twoStep: boolean | null;
  twoStepRequired: boolean | null;
  /** Signed in without the password, so its age does not matter. */
  otherwise?: boolean;
}

/** The columns of a `MustFirstRow` for the person `u`; the parameter `days` is the maximum age of a password. */
export const mustFirstColumns = (days: string): string => `
    u.password_once AS "passwordOnce", u.password_given AS "passwordGiven", u.two_step = '是' AS "twoStep",
    u.two_step_required = '是' AS "twoStepRequired",
    ${days}::integer > 0 AND u.password_time < now() - make_interval(days => ${days}) AS "passwordOld"`;

/** The duty that somebody must fulfil before anything else, or undefined. */
export function mustFirst(row: MustFirstRow, { passwordChange, twoStep }: MustFirstPolicy): SignedIn['mustFirst'] {
  const usedPassword = row.otherwise !== true;
  if (usedPassword && (row.passwordOnce === true || (passwordChange === 'always' && row.passwordGiven === true)))
    return { outcome: 'mustChangePassword' };
  if (usedPassword && row.passwordOld === true) return { outcome: 'mustChangePassword', message: '密码已过期，请修改密码' };
  if (row.twoStep !== true && (twoStep === 'required' || row.twoStepRequired === true)) return { outcome: 'mustSetUpTwoFactor' };
  return undefined;
}
