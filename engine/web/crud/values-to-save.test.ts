import { user } from '@back-office/sys/users/user.ts';
import { expect, test } from 'vitest';
import { valuesToSave } from './values-to-save.ts';

test('a new record is sent with everything but an empty secret', () => {
  const values = { userAccount: 'a', userName: '张三', userPassword: null, userPhone: null, userEmail: undefined };
  expect(valuesToSave(user, {}, values)).toEqual({ userAccount: 'a', userName: '张三', userPhone: null });
});

test('a stored record is sent with its id, its version and what was changed', () => {
  const stored = { id: '1', version: 7, userName: '张三', userPhone: '13800000000', sysRoleIds: ['1', '2'], lastLoginTime: 'x' };
  expect(valuesToSave(user, stored, { userName: '李四', userPhone: null, sysRoleIds: ['2', '1'], userPassword: null })).toEqual({
    id: '1',
    version: 7,
    userName: '李四',
    userPhone: null,
  });
});

test('nothing is sent if nothing was changed', () => {
  expect(
    valuesToSave(user, { id: '1', version: 1, userName: '张三', userRemark: null }, { userName: '张三', userRemark: '' }),
  ).toBeUndefined();
});
