import type { Settings } from '../../platform/settings.ts';
import type { SignedIn } from '../rights/signed-in.ts';

/** What the operator asks of everybody. */
export type FirstPolicy = Pick<Settings, 'passwordChange' | 'passwordDays' | 'twoStep'>;

/** What is known of somebody's password and second factor; null where the person is gone. */
export interface FirstRow {
  passwordOnce: boolean | null;
  passwordGiven: boolean | null;
  passwordOld: boolean | null;
  twoStep: boolean | null;
  twoStepRequired: boolean | null;
  /** Signed in without the password, whose age is then no question. */
  otherwise?: boolean;
}

/** The columns of a `FirstRow`, of the person `u`; `days` is the parameter that says how old a password may become. */
export const firstColumns = (days: string): string => `
    u.password_once AS "passwordOnce", u.password_given AS "passwordGiven", u.two_step = '是' AS "twoStep",
    u.two_step_required = '是' AS "twoStepRequired",
    ${days}::integer > 0 AND u.password_time < now() - make_interval(days => ${days}) AS "passwordOld"`;

/** What somebody must do before anything else, or undefined. */
export function mustFirst(row: FirstRow, { passwordChange, twoStep }: FirstPolicy): SignedIn['mustFirst'] {
  const asked = row.otherwise !== true;
  if (asked && (row.passwordOnce === true || (passwordChange === 'always' && row.passwordGiven === true)))
    return { outcome: 'mustChangePassword' };
  if (asked && row.passwordOld === true) return { outcome: 'mustChangePassword', message: '密码已过期，请修改密码' };
  if (row.twoStep !== true && (twoStep === 'required' || row.twoStepRequired === true)) return { outcome: 'mustSetUpTwoFactor' };
  return undefined;
}
