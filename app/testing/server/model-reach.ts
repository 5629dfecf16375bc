import type { TestApp } from './test-app.ts';

/** For each resource, the column of its organisation and the column of its person. */
const ties = { 'sys/org': ['id', 'create_user'], 'sys/user': ['sys_org_id', 'id'] } as const;
export type Tied = keyof typeof ties;

/**
 * The ids within a person's reach by their grants on these resources, and the permissions that they hold on them: computed from the tables alone, and
 * not by the server.
 */
export async function modelReach(
  app: TestApp,
  person: string,
  name: Tied,
  by: readonly Tied[] = [name],
): Promise<{ ids: Set<string>; words: Set<string> }> {
  const [org, own] = ties[name];
  const { rows } = await app.database.pool.query<{ ids: string[]; words: string[] }>(
    `WITH RECURSIVE below(top, id) AS (SELECT id, id FROM sys_org UNION SELECT b.top, o.id FROM sys_org o JOIN below b ON o.parent_id = b.id),
     granted AS (
       SELECT r.id, r.data_scope, u.sys_org_id AS home, g.function_permission FROM sys_user u JOIN sys_user_role ur ON ur.owner_id = u.id
         JOIN sys_role r ON r.id = ur.target_id JOIN sys_role_function g ON g.sys_role_id = r.id JOIN sys_function f ON f.id = g.sys_function_id
       WHERE u.id = $1 AND r.role_status = '正常' AND f.function_status = '正常' AND f.function_component = ANY($2) AND g.function_permission <> '')
     SELECT ARRAY(SELECT DISTINCT word FROM granted, string_to_table(function_permission, ',') AS word) AS words,
       ARRAY(SELECT t.id FROM ${name.replace('/', '_')} t WHERE EXISTS (SELECT FROM granted g WHERE CASE g.data_scope WHEN '全部' THEN true
         WHEN '本机构' THEN t.${org} = g.home WHEN '本机构及下级' THEN EXISTS (SELECT FROM below b WHERE b.top = g.home AND b.id = t.${org})
         WHEN '自定义' THEN EXISTS (SELECT FROM sys_role_org l WHERE l.owner_id = g.id AND l.target_id = t.${org})
         ELSE t.create_user = $1 OR t.${own} = $1 END)) AS ids`,
    [person, by.map((one) => `${one}/list`)],
  );
  return { ids: new Set(rows[0]?.ids), words: new Set(rows[0]?.words) };
}
