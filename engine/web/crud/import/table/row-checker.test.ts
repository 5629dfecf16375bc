import { checkRecord } from '@back-office/contract/resource/check-record.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import { fieldOf } from '@back-office/contract/resource/resource.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { theOffice } from '../../../platform/office/open-office.ts';
import { cellOf } from './cell-of.ts';
import { rowChecker } from './row-checker.ts';

const names = ['userAccount', 'userPassword', 'note', 'count', 'gender'] as const;
const account = defineResource({
  name: 'sys/account-row',
  title: '账号',
  table: 'sys_account_row',
  label: 'userAccount',
  fields: {
    userAccount: { kind: 'text', label: '账号', required: true, max: 12, min: 2 },
    userPassword: { kind: 'text', label: '密码', max: 12 },
    note: { kind: 'longText', label: '备注', max: 8 },
    count: { kind: 'number', label: '数量', min: 0, max: 99 },
    gender: { kind: 'dict', label: '性别', dict: 'gender', required: true, default: 'm' },
  },
  list: ['userAccount'],
  form: names,
  import: names,
  sort: 'userAccount:asc',
  // Refuses a password that contains the account.
  rules: ['passwordNotAccount'],
});
const check = rowChecker(account, { gender: [{ value: 'm', label: '男' }] });

test('the row checker finds exactly the errors that the check of a whole record finds', () => {
  const text = fc.string({ unit: fc.constantFrom(...'ab9 -.中\u200b\u00e9😀'.split('')), minLength: 1, maxLength: 14 });
  const row = fc.tuple(
    fc.option(fc.oneof(fc.constant('ab'), text)),
    fc.option(fc.oneof(fc.constantFrom('xaby', 'secret'), text)),
    fc.option(text),
    fc.option(fc.oneof(fc.integer({ min: -5, max: 120 }), fc.constantFrom(1.5, '五'))),
    fc.constantFrom('男', 'm', null),
  );
  const known = { 男: 'm', m: 'm' };
  const isRight = fc.sample(row, 3000).map((typed) => {
    // Trimmed, as in the table.
    const cells = names.map((name, at) => cellOf(fieldOf(account, name), typed[at] ?? null));
    const given = Object.fromEntries(names.flatMap((name, at) => (cells[at] === null ? [] : [[name, cells[at]]])));
    const gender = cells[4] === null ? {} : { gender: known[cells[4] as keyof typeof known] };
    const { issues } = checkRecord(account, { gender: 'm', ...given, ...gender }, { whole: true, rules: theOffice().rules });
    const wrong = names.map((name) => issues.find(({ field }) => field === name)?.message);
    expect(check(cells)?.slice(0, names.length) ?? names.map(() => undefined)).toEqual(wrong);
    return issues.length === 0;
  });
  // The samples include valid and invalid rows.
  expect(new Set(isRight)).toEqual(new Set([true, false]));
});
