import type { Rules } from '@back-office/contract/resource/rules.ts';

/** A password does not hold the account that it opens. */
export const userRules: Rules = {
  passwordNotAccount: ({ userAccount, userPassword }) =>
    typeof userPassword === 'string' &&
    typeof userAccount === 'string' &&
    userAccount !== '' &&
    userPassword.toLowerCase().includes(userAccount.toLowerCase())
      ? [{ field: 'userPassword', message: '密码不能包含账号' }]
      : [],
};
