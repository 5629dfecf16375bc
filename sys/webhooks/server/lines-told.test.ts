import { outcomes, statuses } from '@back-office/contract/status.ts';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** Lines of these resources alone that tell of no change. */
const silentThere = [
  ['sys/bot', '发送测试消息'],
  ['sys/directory', '开始同步'],
  ['sys/msg', '提醒'],
  ['sys/setting', '测试'],
  ['sys/user', '更换恢复码'],
  ['sys/user', '验证邮箱'],
] as const;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.pool.query(
    `INSERT INTO sys_webhook (id, webhook_name, webhook_url, webhook_status, events)
     SELECT gen_random_uuid(), status, 'https://example.com', status, '{sys/org:added,sys/org:changed,sys/org:deleted}' || $2::text[]
     FROM unnest($1::text[]) status`,
    [[statuses.enabled, statuses.disabled], silentThere.map(([resource]) => `${resource}:changed`)],
  );
});
afterAll(() => database.drop());

const silent = ['导出', '下载导出', '下载', '批量导入', '撤销导入', '预览角色', '退出预览', '申请重置密码', '外部预览'];
interface Line {
  type: string | null;
  told: string[];
  status?: string;
  resource?: string;
  id?: string | null;
  stood?: object;
}
const lines: Line[] = [
  ...['新增', '恢复', '上传', '导入', '注册'].map((type) => ({ type, told: ['sys/org:added'] })),
  ...['修改', '停用'].map((type) => ({ type, told: ['sys/org:changed'] })),
  { type: '删除', told: ['sys/org:deleted'] },
  ...silent.map((type) => ({ type, told: [] })),
  ...silentThere.flatMap(([resource, type]) => [
    { type, resource, told: [] },
    { type, told: ['sys/org:changed'] },
  ]),
  { type: '同步', resource: 'sys/directory', told: ['sys/directory:changed'] },
  ...['撤销导入', '强制退出', '下线'].map((type) => ({ type, stood: {}, told: ['sys/org:deleted'] })),
  { type: '新增', status: outcomes.failure, told: [] },
  { type: '新增', id: null, told: [] },
  { type: '新增', resource: 'sys/role', told: [] },
  { type: null, told: [] },
];

it.each(lines)('a log line “$type” ($status, $resource, $id, $stood) queues $told', async ({ type, told, ...line }) => {
  const { status = outcomes.success, resource = 'sys/org', id = '0190163d-8694-739b-aea5-966c26f8ad90', stood } = line;
  await database.pool.query(
    `INSERT INTO sys_log_opt (id, opt_type, opt_status, target_resource, target_id, target_stood) VALUES (gen_random_uuid(), $1, $2, $3, $4, $5)`,
    [type, status, resource, id, stood],
  );
  const { rows } = await database.pool.query('DELETE FROM sys_webhook_delivery RETURNING event_name');
  expect(rows.map(({ event_name: name }) => name)).toEqual(told);
});
