import { randomUUID } from 'node:crypto';
import type { Answer } from './https-call.ts';
import { both, codes, openSession, type Round } from './races.ts';
import type { Cluster } from './start-cluster.ts';

type Row = Record<string, unknown>;

const name = (): string => `r${randomUUID().slice(0, 12)}`;

async function saveRecord(cluster: Cluster, token: string, resource: string, body: Row): Promise<Row & { id: string }> {
  const { code, message, data } = await cluster.call<Row & { id: string }>(0, 'POST', `sys/${resource}/save`, { token, body });
  if (code !== 20000) throw new Error(`${resource} was not saved: ${code} ${message}`);
  return data;
}

const count = async ({ pool }: Cluster, query: string, values: readonly unknown[]): Promise<number> =>
  (await pool.query(query, [...values])).rowCount ?? 0;

/** Somebody whose only role gives them these permissions on dictionaries, with a session. */
async function openWriter(cluster: Cluster, admin: string, functionPermission = 'read,add') {
  const { rows } = await cluster.pool.query<{ id: string }>(`SELECT id FROM sys_function WHERE function_component = 'sys/dict/list'`);
  const role = await saveRecord(cluster, admin, 'role', { roleName: name(), roleCode: name(), dataScope: '全部' });
  const body = [{ id: rows[0]?.id, functionPermission }];
  const granted = await cluster.call(0, 'POST', `sys/function/save-role-functions?sysRoleId=${role.id}`, { token: admin, body });
  if (granted.code !== 20000) throw new Error(`Nothing was granted: ${granted.code} ${granted.message}`);
  const account = { userAccount: name(), userName: name(), userPassword: 'Plain-Horse-7193', userStatus: '正常', sysRoleIds: [role.id] };
  const user = await saveRecord(cluster, admin, 'user', account);
  return { role, user, ...(await openSession(cluster, account.userAccount)) };
}

/**
 * Saves on node 0, one after the other, while `withdraw` runs on node 1. The problem, if a save that began after its answer succeeded, or if
 * not exactly the acknowledged words are stored.
 */
async function saveWhile(
  cluster: Cluster,
  who: { user: Row; token: string },
  withdraw: () => Promise<Answer<unknown>>,
): Promise<string | undefined> {
  let isWithdrawn = false;
  const seen: string[] = [];
  const work = async (): Promise<void> => {
    for (let at = 0; at < 8; at += 1) {
      const late = isWithdrawn;
      const word = name();
      const body = { dictLabel: word, dictValue: word, dictValueType: 'String' };
      const { code } = await cluster.call(0, 'POST', 'sys/dict/save', { token: who.token, body });
      seen.push(`${code}${late ? ' late' : ''}`);
    }
  };
  const [{ code }] = await Promise.all([withdraw().finally(() => (isWithdrawn = true)), work()]);
  const saved = seen.filter((one) => one.startsWith('20000')).length;
  const stored = await count(cluster, 'SELECT FROM sys_dict WHERE create_user = $1', [who.user['id']]);
  return code === 20000 && stored === saved && !seen.includes('20000 late') ? undefined : `${code}: ${seen.join()}; ${stored} stored`;
}

const draftImport = async (cluster: Cluster, token: string): Promise<{ id: string; words: string[] }> => {
  const opened = await cluster.call<{ id: string }>(0, 'POST', 'sys/dict/open-import', {
    token,
    body: { type: '字典导入模板', fileName: 'a.xlsx' },
  });
  const words = [name(), name(), name()];
  const rows = words.map((word, row) => ({ row, values: { dictLabel: word, dictValue: word, dictValueType: 'String' } }));
  const { id } = opened.data;
  const added = await cluster.call(0, 'POST', `sys/dict/add-import-rows/${id}`, { token, body: rows });
  const checked = await cluster.call<{ issues: unknown[] }>(0, 'POST', `sys/dict/check-import/${id}`, { token });
  if (added.code !== 20000 || checked.code !== 20000)
    throw new Error(`The import is not ready: ${opened.message}, ${added.message}, ${checked.message}`);
  return { id, words };
};
const storedOf = (cluster: Cluster, words: readonly string[]): Promise<number> =>
  count(cluster, 'SELECT FROM sys_dict WHERE dict_value = ANY($1)', [words]);

/** Races about who may do what, about records that others refer to, and about imports. */
export const rightsRaces: Readonly<Record<string, Round>> = {
  'save and disable the person who saves': async (cluster, admin) => {
    const who = await openWriter(cluster, admin);
    const body = { id: who.user.id, version: who.user['version'], userStatus: '停用' };
    return saveWhile(cluster, who, () => cluster.call(1, 'POST', 'sys/user/save', { token: admin, body }));
  },

  'save and withdraw the right to it': async (cluster, admin) => {
    const who = await openWriter(cluster, admin);
    return saveWhile(cluster, who, () =>
      cluster.call(1, 'POST', `sys/function/save-role-functions?sysRoleId=${who.role.id}`, { token: admin, body: [] }),
    );
  },

  'end each other’s session': async (cluster) => {
    const sessions = await both(() => openSession(cluster));
    const end = (node: 0 | 1) =>
      cluster.call(node, 'DELETE', `sys/session/delete/${sessions[1 - node]?.id}`, { token: sessions[node].token });
    const answers = await both(end);
    const after = await both((node) => cluster.call(node, 'GET', 'sys/user/select-roles', { token: sessions[node].token }));
    const right = answers.every(({ code }, node) =>
      code === 20000 ? after[1 - node]?.code === 41003 : code === 41003 && after[node]?.code === 41003,
    );
    return right && answers.some(({ code }) => code === 20000) ? undefined : `${codes(answers)}, then ${codes(after)}`;
  },

  'restore one record': async (cluster, token) => {
    const { id } = await saveRecord(cluster, token, 'role', { roleName: name(), roleCode: name() });
    await cluster.call(0, 'DELETE', `sys/role/delete/${id}`, { token });
    const { rows } = await cluster.pool.query<{ id: string }>('SELECT id FROM sys_recycle WHERE target_id = $1', [id]);
    const answers = await both((node) => cluster.call(node, 'POST', `sys/recycle/restore/${rows[0]?.id}`, { token }));
    const restoredCount = await count(cluster, 'SELECT FROM sys_role WHERE id = $1', [id]);
    const recycledCount = await count(cluster, 'SELECT FROM sys_recycle WHERE target_id = $1', [id]);
    return /^20000 40[49]00$/.test(codes(answers)) && restoredCount === 1 && recycledCount === 0
      ? undefined
      : `${codes(answers)}, ${restoredCount} there, ${recycledCount} in the bin`;
  },

  'delete an organisation and put somebody into it': async (cluster, token) => {
    const org = await saveRecord(cluster, token, 'org', { orgName: name(), orgCode: name() });
    const body = { userAccount: name(), userName: name(), userPassword: 'Plain-Horse-7193', userStatus: '正常', sysOrgId: org.id };
    const answers = await both((node) =>
      node === 0
        ? cluster.call(0, 'DELETE', `sys/org/delete/${org.id}`, { token })
        : cluster.call(1, 'POST', 'sys/user/save', { token, body }),
    );
    const dangling = await count(
      cluster,
      'SELECT FROM sys_user u WHERE sys_org_id = $1 AND NOT EXISTS (SELECT FROM sys_org WHERE id = $1)',
      [org.id],
    );
    return /^20000 40[09]00$/.test(codes(answers)) && dangling === 0
      ? undefined
      : `${codes(answers)}, ${dangling} without their organisation`;
  },

  'delete a role and give it to somebody': async (cluster, token) => {
    const role = await saveRecord(cluster, token, 'role', { roleName: name(), roleCode: name() });
    const body = { userAccount: name(), userName: name(), userPassword: 'Plain-Horse-7193', userStatus: '正常', sysRoleIds: [role.id] };
    const answers = await both((node) =>
      node === 0
        ? cluster.call(0, 'DELETE', `sys/role/delete/${role.id}`, { token })
        : cluster.call(1, 'POST', 'sys/user/save', { token, body }),
    );
    return /^20000 40[09]00$/.test(codes(answers)) ? undefined : codes(answers);
  },

  'put two organisations below each other': async (cluster, token) => {
    const orgs = await both(() => saveRecord(cluster, token, 'org', { orgName: name(), orgCode: name() }));
    const answers = await both((node) => {
      const { id, version } = orgs[node];
      return cluster.call(node, 'POST', 'sys/org/save', { token, body: { id, version, parentId: orgs[1 - node]?.id } });
    });
    const below = await count(cluster, 'SELECT FROM sys_org WHERE id = ANY($1) AND parent_id IS NOT NULL', [orgs.map(({ id }) => id)]);
    return /^20000 40[09]00$/.test(codes(answers)) && below === 1 ? undefined : `${codes(answers)}, ${below} below`;
  },

  'save one import, and undo it': async (cluster, admin) => {
    // Everybody has a limited number of open imports.
    const { token } = await openWriter(cluster, admin, 'read,add,delete,import');
    const { id, words } = await draftImport(cluster, token);
    const saved = await both((node) => cluster.call(node, 'POST', `sys/dict/save-import/${id}`, { token }));
    const stored = await storedOf(cluster, words);
    const undone = await both((node) => cluster.call(node, 'POST', `sys/dict/undo-import/${id}`, { token }));
    const left = await storedOf(cluster, words);
    return codes(saved) === '20000 40900' && codes(undone) === '20000 40900' && stored === words.length && left === 0
      ? undefined
      : `${codes(saved)}, ${stored} stored; ${codes(undone)}, ${left} left`;
  },
};
