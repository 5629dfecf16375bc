import { outcomes, userStatuses } from '@back-office/contract/status.ts';
import type { Row } from '@back-office/server/platform/database/tables.ts';
import { daysBefore } from './past.ts';
import { idAt } from './id-at.ts';
import type { DemoPerson, Making } from './making.ts';
import type { Random } from './random.ts';

const browsers = ['Chrome 141', 'Chrome 140', 'Edge 141', 'Firefox 144', 'Safari 18'] as const;
const systems = ['Windows 11', 'Windows 10', 'macOS 15', 'HarmonyOS 5', 'Android 16'] as const;
const offices: Readonly<Record<string, string>> = { LS: '10.8.1', 'LS-JM': '10.20.1', 'LS-RJ': '10.30.4', 'LS-XS': '10.40.2' };
const changed = [
  ['userPhone', '手机号', '199****2210', '199****8846'],
  ['userEmail', '邮箱', 'old@lanshan.example', 'new@lanshan.example'],
  ['userRemark', '备注', null, '负责季度盘点，授权见签报。'],
  ['userStatus', '状态', userStatuses.enabled, userStatuses.disabled],
  ['sysDeptId', '部门', '客户服务部', '市场拓展部'],
] as const;

/** Writes a year of sign-ins and changes: more on workdays than at weekends, most in the mornings, and none before a person joined. */
export async function makeYear({ pool, random }: Making, people: readonly DemoPerson[]): Promise<void> {
  const { rows } = await pool.query<Row<'sys_user', 'id'> & { made: string }>(
    'SELECT id, extract(epoch FROM create_time)::text AS made FROM sys_user',
  );
  const joinTimes = new Map(rows.map(({ id, made }) => [id, Number(made) * 1000]));
  const active = people.filter(({ status }) => status === userStatuses.enabled);
  const signIns: object[] = [];
  const changes: object[] = [];
  for (let day = 359; day >= 0; day -= 1) {
    const weekday = daysBefore(day, 12).getDay();
    const employed = active.filter(({ id }) => (joinTimes.get(id) ?? Infinity) < daysBefore(day, 0).getTime());
    const busy = weekday === 0 || weekday === 6 ? 0.2 : 1;
    // More for the last thirty days, which the home page shows.
    const crowd = day < 35 ? 30 : 7;
    for (let left = Math.round((crowd + random.whole(-4, 6)) * busy); left > 0; left -= 1) signIns.push(...signInOf(random, employed, day));
    for (let left = Math.round((crowd / 2 + random.whole(-2, 4)) * busy); left > 0; left -= 1)
      changes.push(changeOf(random, employed, day));
  }
  await insertSignIns(pool, signIns);
  await insertChanges(pool, changes);
  await pool.query(
    `UPDATE sys_user u SET update_time = l.last, update_user = l.by FROM (
       SELECT DISTINCT ON (target_id) target_id, opt_time AS last, create_user AS by FROM sys_log_opt
       WHERE target_resource = 'sys/user' ORDER BY target_id, opt_time DESC) l WHERE l.target_id = u.id AND l.last > u.update_time`,
  );
  await pool.query(
    `UPDATE sys_user u SET last_login_time = l.last FROM (
       SELECT create_user, max(login_time) AS last FROM sys_log_login WHERE login_status = $1 GROUP BY 1) l WHERE l.create_user = u.id`,
    [outcomes.success],
  );
}

/** Realistic times of day: most people arrive at half past eight. */
const hour = (random: Random): number => (random.percent(55) ? 8.2 + random.next() * 1.3 : 9.5 + random.next() * 9);

function signInOf(random: Random, people: readonly DemoPerson[], day: number): object[] {
  const { id, account, name, org } = random.pick(people);
  const start = hour(random);
  const wrong = random.percent(5);
  const line = {
    user_account: account,
    user_name: name,
    create_user: id,
    login_ip: addressOf(random, org),
    login_browser: random.pick(browsers),
    login_os: random.pick(systems),
  };
  const at = (hours: number): string => daysBefore(day, hours).toISOString();
  const failedAttempt = {
    ...line,
    login_type: '登录',
    login_status: outcomes.failure,
    login_message: '账号或密码错误',
    login_time: at(start - 0.01),
  };
  const signIn = { ...line, login_type: '登录', login_status: outcomes.success, login_message: '登录成功', login_time: at(start) };
  const signOut = {
    ...line,
    login_type: '退出',
    login_status: outcomes.success,
    login_message: '退出登录',
    login_time: at(start + 1 + random.next() * 5),
  };
  return [...(wrong ? [failedAttempt] : []), signIn, ...(random.percent(30) && day > 0 ? [signOut] : [])];
}

const addressOf = (random: Random, org: string): string => `${offices[org.slice(0, 5)] ?? '10.8.9'}.${random.whole(11, 240)}`;

function changeOf(random: Random, people: readonly DemoPerson[], day: number): object {
  const who = random.pick(people.slice(0, 24));
  const whom = random.pick(people);
  const [field, label, before, after] = random.pick(changed);
  const kind = random.whole(0, 9);
  const time = daysBefore(day, hour(random)).toISOString();
  const line = { user_account: who.account, user_name: who.name, create_user: who.id, opt_ip: addressOf(random, who.org), opt_time: time };
  const state = { opt_status: outcomes.success, duration: random.whole(6, 140), request_method: 'POST' };
  if (kind < 6)
    return {
      ...line,
      ...state,
      opt_module: '用户',
      opt_type: '修改',
      opt_target: whom.name,
      target_resource: 'sys/user',
      target_id: whom.id,
      request_path: '/api/sys/user/save',
      opt_changes: [{ field, label, before, after }],
    };
  if (kind < 8)
    return {
      ...line,
      ...state,
      opt_module: random.pick(['用户', '机构', '部门', '登录日志']),
      opt_type: '导出',
      request_method: 'GET',
      request_path: '/api/sys/user/export',
    };
  if (kind === 8)
    return {
      ...line,
      ...state,
      opt_module: '通知公告',
      opt_type: '修改',
      opt_target: '食堂供应时间调整',
      request_path: '/api/sys/msg/save',
    };
  return {
    ...line,
    ...state,
    opt_module: '角色',
    opt_type: '拒绝',
    opt_status: outcomes.failure,
    opt_message: '没有操作权限',
    request_path: '/api/sys/role/save',
  };
}

const signInColumns =
  'user_account text, user_name text, create_user uuid, login_ip text, login_browser text, login_os text, login_type text, login_status text, login_message text, login_time timestamptz';
const changeColumns =
  'user_account text, user_name text, create_user uuid, opt_ip text, opt_time timestamptz, opt_status text, duration integer, request_method text, opt_module text, opt_type text, opt_target text, target_resource text, target_id uuid, request_path text, opt_message text, opt_changes jsonb';

const insertSignIns = (pool: Making['pool'], rows: readonly object[]): Promise<void> =>
  insertAll(pool, 'sys_log_login', signInColumns, 'login_time', rows);
const insertChanges = (pool: Making['pool'], rows: readonly object[]): Promise<void> =>
  insertAll(pool, 'sys_log_opt', changeColumns, 'opt_time', rows);

/** Inserts lines of a log, with ids of their times, in portions of one statement each. */
async function insertAll(pool: Making['pool'], table: string, columns: string, time: string, rows: readonly object[]): Promise<void> {
  const names = columns
    .split(', ')
    .map((column) => column.split(' ')[0])
    .join(', ');
  for (let at = 0; at < rows.length; at += 1000)
    await pool.query(
      `INSERT INTO ${table} (id, create_time, ${names}) SELECT ${idAt(time)}, ${time}, ${names} FROM json_to_recordset($1::json) AS x(${columns})`,
      [JSON.stringify(rows.slice(at, at + 1000))],
    );
}
