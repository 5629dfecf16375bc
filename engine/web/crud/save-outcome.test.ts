import { user } from '@back-office/sys/users/user.ts';
import { expect, test } from 'vitest';
import { ApiError } from '../platform/request/api-error.ts';
import { outcomeOf } from './save-outcome.ts';

const refusal = (code: number, data?: unknown) => outcomeOf(user, new ApiError('原因', { code, data, status: 200 }));

test('a refused value is reported at its field', () => {
  const fields = [{ field: 'userName', message: '姓名不能为空' }];
  expect(refusal(40000, { fields })).toEqual({ kind: 'issues', issues: fields });
});

test('what is not permitted is reported at the fields that the answer names', () => {
  const fields = [{ field: 'userStatus', message: '不能停用自己' }];
  expect(refusal(40300, { fields })).toEqual({ kind: 'issues', issues: fields });
});

test('a duplicate is reported at the fields that must be unique, in their own words', () => {
  expect(refusal(40900, { conflict: 'unique', fields: ['userAccount'] })).toEqual({
    kind: 'issues',
    issues: [{ field: 'userAccount', message: '账号已存在' }],
  });
});

test('a duplicate of no field that the form knows is reported in the server’s words', () => {
  expect(refusal(40900, { conflict: 'unique', fields: [] })).toEqual({ kind: 'failed', message: '原因' });
});

test('a stale version returns the record that is stored now', () => {
  expect(refusal(40900, { conflict: 'version', current: { id: '1', version: 2 } })).toEqual({
    kind: 'version',
    current: { id: '1', version: 2 },
  });
});

test('an error that the request layer shows in its own dialog is not reported twice', () => {
  expect(refusal(40003)).toEqual({ kind: 'failed', message: undefined });
  expect(refusal(40300)).toEqual({ kind: 'failed', message: '原因' });
});

test('the uses that prevent a deletion are listed, or the server’s message is shown if it names none', () => {
  const uses = [{ resource: 'sys/dept', title: '部门', field: 'deptLeader', label: '负责人', count: 2 }];
  expect(refusal(40900, { conflict: 'reference', uses })).toEqual({ kind: 'uses', uses });
  expect(refusal(40900, { conflict: 'reference', uses: [] })).toEqual({ kind: 'failed', message: '原因' });
});
