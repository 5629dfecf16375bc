import { user } from '@back-office/sys/users/user.ts';
import { describe, expect, test } from 'vitest';
import { differences, mergeValues } from './merge-conflict.ts';

const base = { userName: '张三', userPhone: null, userEmail: 'a@example.com', sysRoleIds: ['1', '2'], userRemark: 'x' };

describe('a conflict between my input and the stored record', () => {
  test('shows only the fields whose two values differ', () => {
    const mine = { ...base, userName: '李四', userEmail: 'b@example.com', sysRoleIds: ['2', '1'], userPhone: '' };
    const current = { ...base, userEmail: 'b@example.com', userRemark: 'y', version: 2 };
    expect(differences(user, base, mine, current)).toEqual([
      { name: 'userName', mine: '李四', theirs: '张三', usual: 'mine' },
      { name: 'userRemark', mine: 'x', theirs: 'y', usual: 'theirs' },
    ]);
  });

  test('keeps my value where I changed it and theirs elsewhere, unless chosen otherwise', () => {
    const mine = { ...base, userName: '李四', userPhone: '13800000000' };
    const current = { ...base, userName: '王五', userRemark: 'y' };
    const found = differences(user, base, mine, current);
    expect(mergeValues(mine, found, {})).toEqual({ ...mine, userName: '李四', userRemark: 'y' });
    expect(mergeValues(mine, found, { userName: 'theirs', userRemark: 'mine', userPhone: 'theirs' })).toEqual({
      ...base,
      userName: '王五',
    });
  });

  test('leaves a typed secret alone, as no answer contains it', () => {
    const mine = { ...base, userPassword: 'new password' };
    expect(differences(user, base, mine, base)).toEqual([]);
    expect(mergeValues(mine, [], {})).toEqual(mine);
  });
});
