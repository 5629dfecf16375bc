import { randomUUID } from 'node:crypto';
import { openModuleApp } from '@back-office/app/testing/server/open-module-app.ts';
import { Sheet } from '@back-office/app/testing/server/sheet.ts';
import type { TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agreements, moduleOf, serverOf } from '../testing/trial-module.ts';
import type { Wraps } from './wrap-operations.ts';

let app: TestApp;
let admin: string;
const guarded: Readonly<Record<string, unknown>>[] = [];
const deptRules: Wraps = {
  guard: (next) => (context, resource, checked) => {
    guarded.push(...checked.map(({ values }) => values));
    return next(context, resource, checked);
  },
};
beforeAll(async () => {
  app = await openModuleApp(moduleOf(agreements), serverOf({ wrap: { 'sys/dept': deptRules } }));
  admin = await app.admin();
});
afterAll(() => app.drop());

it('a guard is given no value that any check refused, by save-batch or by an import', async () => {
  const faulty = { deptName: '空值部', deptLeader: 5, sysOrgId: randomUUID(), deptPhone: '电话' };
  const { data } = await app.call(admin, 'POST', 'sys/dept/save-batch', [{ ...faulty, deptStatus: '未知' }]);
  expect((data['fields'] as { field: string }[]).map(({ field }) => field)).toHaveLength(4);
  expect(guarded.splice(0)).toEqual([{ deptName: '空值部', deptSort: 0 }]);
  const sheet = await Sheet.of(app, admin, 'sys/dept', [{ deptName: '空值部', sysOrgId: '没有的机构', deptPhone: '电话' }]);
  expect((await sheet.save()).code).toBe(40000);
  for (const values of guarded) expect(values).not.toHaveProperty('sysOrgId');
  for (const values of guarded.splice(0)) expect(values).not.toHaveProperty('deptPhone');
});
