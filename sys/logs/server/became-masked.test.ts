import { randomUUID } from 'node:crypto';
import { openModuleApp } from '@back-office/app/testing/server/open-module-app.ts';
import type { TestApp } from '@back-office/app/testing/server/test-app.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import { migrationsOf, tableOf } from '@back-office/server/testing/trial-module.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shownByNow } from '../../shared/server/shown-now.ts';
import { logOpt } from '../log-opt.ts';

/* Workers whose name, which is their label, is masked now: the lines are from before. */
const worker = defineResource({
  name: 'acme/worker',
  title: '工人',
  table: 'acme_worker',
  label: 'workerName',
  fields: { workerName: { kind: 'text', label: '姓名', required: true, max: 50, log: 'mask' } },
  list: ['workerName'],
  form: ['workerName'],
  sort: 'createTime:desc',
});

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openModuleApp(
    { name: 'acme', features: [{ name: 'workers', resources: [worker], menu: [] }], menu: [] },
    {
      name: 'acme',
      migrations: migrationsOf({ '0001-workers': tableOf('acme_worker', 'worker_name text NOT NULL, label_pinyin text') }),
      features: [{ name: 'workers' }],
    },
  );
  admin = await app.admin();
});
afterAll(() => app.drop());

/** Stores a line, and answers how it is shown. */
async function shown(line: Record<string, unknown>) {
  const id = randomUUID();
  const names = Object.keys(line);
  await app.database.pool.query(
    `INSERT INTO sys_log_opt (id, ${names.join(', ')}) VALUES ($1, ${names.map((_name, at) => `$${at + 2}`).join(', ')})`,
    [id, ...Object.values(line)],
  );
  const { data } = await app.call(admin, 'GET', `sys/log-opt/select/${id}`);
  const page = await app.call<{ items: { id: string }[] }>(admin, 'GET', 'sys/log-opt/select-page?limit=100');
  expect(page.data.items.find((one) => one.id === id)).toEqual(data);
  return data;
}
const params = JSON.stringify({ workerName: '诸葛孔明' });

describe('a value that was logged before its field was masked', () => {
  it('is masked in what a refused call sent, whose line names no record', async () => {
    const line = await shown({ opt_type: '拒绝', request_path: '/api/acme/worker/save', request_params: params });
    expect(line['requestParams']).toEqual({ workerName: '诸****' });
  });

  it('is masked in what a call sent that changed a record of another resource', async () => {
    const about = { target_resource: 'sys/user', target_id: randomUUID() };
    const line = await shown({ opt_type: '修改', ...about, request_path: '/api/acme/worker/save', request_params: params });
    expect(line['requestParams']).toEqual({ workerName: '诸****' });
  });

  it('is masked where it names the record, but a file of records keeps its name', async () => {
    const about = { opt_target: '诸葛孔明', target_resource: 'acme/worker', target_id: randomUUID() };
    expect(await shown({ opt_type: '修改', ...about })).toMatchObject({ optTarget: '诸****', requestParams: null });
    expect(await shown({ opt_type: '批量导入', ...about })).toMatchObject({ optTarget: '诸葛孔明' });
  });

  it('is masked where it names the record in the own operations of who changed it', async () => {
    const { token, userId } = await app.userWith({});
    const about = {
      opt_target: '诸葛孔明',
      opt_status: '成功',
      target_resource: 'acme/worker',
      target_id: randomUUID(),
      create_user: userId,
    };
    await shown({ opt_type: '修改', ...about });
    const { data } = await app.call<{ items: object[] }>(token, 'GET', 'sys/user/select-operations');
    expect(data.items[0]).toMatchObject({ optType: '修改', optTarget: '诸****' });
  });

  it('is masked in the name of the record in the recycle bin', async () => {
    const { data } = await app.call(admin, 'POST', 'acme/worker/save', { workerName: '诸葛孔明' });
    await app.call(admin, 'DELETE', `acme/worker/delete/${data.id}`);
    const { rows } = await app.database.pool.query<{ id: string }>(
      `UPDATE sys_recycle SET recycle_name = '诸葛孔明' WHERE target_id = $1 RETURNING id`,
      [data.id],
    );
    expect((await app.call(admin, 'GET', `sys/recycle/select/${rows[0]?.id}`)).data).toMatchObject({ recycleName: '诸****' });
    expect(JSON.stringify(await app.call(admin, 'GET', 'sys/recycle/select-page'))).not.toContain('诸葛');
  });

  it('is left out if the line was deleted while it was read', async () => {
    const row = { id: randomUUID(), version: 1, optType: '修改', optTarget: '诸葛孔明' };
    const { db } = app.database;
    const lines = await shownByNow({ db, resources: [worker] }, logOpt.table, [row], { kept: ['optTarget'], shown: (line) => line });
    expect(lines).toEqual([{ ...row, optTarget: null }]);
  });
});
