import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openModuleApp } from '@back-office/app/testing/server/open-module-app.ts';
import type { TestApp } from '@back-office/app/testing/server/test-app.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import { migrationsOf, tableOf } from '../testing/trial-module.ts';

/* What the operation log and the recycle bin keep of the fields that the log masks. */
const worker = defineResource({
  name: 'acme/worker',
  title: '工人',
  table: 'acme_worker',
  label: 'workerName',
  fields: {
    workerName: { kind: 'text', label: '姓名', required: true, max: 50, log: 'mask' },
    workerPay: { kind: 'number', label: '工资', min: 0, max: 9_999_999, log: 'mask' },
    workerBorn: { kind: 'date', label: '生日', log: 'mask' },
    workerPhones: { kind: 'texts', label: '电话', max: 20, most: 5, log: 'mask' },
    workerLeaders: { kind: 'references', label: '组长', to: 'sys/user', link: 'acme_worker_leader', log: 'mask' },
    workerIll: { kind: 'boolean', label: '病假', default: '否', log: 'mask' },
    workerState: { kind: 'dict', label: '状态', dict: 'status', log: 'mask' },
  },
  list: ['workerName'],
  form: ['workerName', 'workerPay', 'workerBorn', 'workerPhones', 'workerLeaders', 'workerIll', 'workerState'],
  sort: 'createTime:desc',
});
const tables = `${tableOf('acme_worker', "worker_name text NOT NULL, worker_pay integer, worker_born date, worker_phones text[] NOT NULL DEFAULT '{}', worker_ill text NOT NULL, worker_state text, label_pinyin text")}
  CREATE TABLE acme_worker_leader (
    owner_id uuid NOT NULL REFERENCES acme_worker ON DELETE CASCADE, target_id uuid NOT NULL REFERENCES sys_user ON DELETE CASCADE,
    PRIMARY KEY (owner_id, target_id))`;

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openModuleApp(
    { name: 'acme', features: [{ name: 'workers', resources: [worker], menu: [] }], menu: [] },
    { name: 'acme', migrations: migrationsOf({ '0001-workers': tables }), features: [{ name: 'workers' }] },
  );
  admin = await app.admin();
});
afterAll(() => app.drop());

const save = async (values: object) => {
  const { code, data } = await app.call<AnyRow>(admin, 'POST', 'acme/worker/save', values);
  expect(code).toBe(20000);
  return data;
};

describe('a field that the log masks', () => {
  it.each(['opt_changes', 'recycle_fields'])(
    'of any kind leaves nothing of its value in %s but the ends of a longer text',
    async (kept) => {
      const leader = (await app.call<AnyRow>(admin, 'POST', 'sys/user/save', { userAccount: kept, userName: '诸葛孔明' })).data;
      const made = await save({
        workerName: '李四',
        workerPay: 7654321,
        workerBorn: '1987-06-05',
        workerPhones: ['13812345678', '110'],
        workerLeaders: [leader.id],
        workerIll: '是',
        workerState: '正常',
      });
      await app.call(admin, 'DELETE', `acme/worker/delete/${made.id}`);
      const from = kept === 'opt_changes' ? "sys_log_opt WHERE opt_type = '新增' AND" : 'sys_recycle WHERE';
      const { rows } = await app.database.pool.query<{ fields: Record<string, unknown>[] }>(
        `SELECT ${kept} AS fields FROM ${from} target_id = $1 AND target_resource = 'acme/worker'`,
        [made.id],
      );
      const side = kept === 'opt_changes' ? 'after' : 'before';
      const shown = (rows[0]?.fields ?? []).map((field) => [field['field'], field[side]]);
      expect(Object.fromEntries(shown)).toEqual({
        workerName: '****',
        workerPay: '****',
        workerBorn: '****',
        workerPhones: ['138****5678', '1****'],
        workerLeaders: ['诸****'],
        workerIll: '****',
        workerState: '****',
      });
    },
  );

  it('is logged as empty before or after it has a value', async () => {
    const made = await save({ workerName: '王五六', workerIll: '否' });
    await save({ ...made, workerPay: 5, workerPhones: [], workerBorn: null });
    const { data } = await app.call<{ optChanges: AnyRow[] }[]>(admin, 'GET', `acme/worker/select-history/${made.id}`);
    expect(data[0]?.optChanges).toEqual([{ field: 'workerPay', label: '工资', before: null, after: '****' }]);
  });
});
