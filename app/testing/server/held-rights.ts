import type { TestApp } from './test-app.ts';

/** The permissions that `heldRights` knows; `write` implies the others. */
export const words = ['read', 'add', 'edit', 'delete', 'import', 'restore', 'write'];

export type Held = Map<string, Set<string>>;

/** All rights of all people, as `resource word organisation`; `latent` as if nothing and nobody were disabled. */
export async function heldRights({ database }: TestApp, latent: boolean): Promise<Held> {
  const { rows } = await database.pool.query<{ person: string; triples: string[] }>(
    `WITH RECURSIVE below(top, id) AS (SELECT id, id FROM sys_org UNION SELECT b.top, o.id FROM sys_org o JOIN below b ON o.parent_id = b.id),
     closed(id) AS (SELECT id FROM sys_function WHERE function_status <> '正常'
       UNION SELECT f.id FROM sys_function f JOIN closed c ON f.parent_id = c.id),
     granted AS (
       SELECT ur.owner_id AS person, r.id AS role, r.data_scope AS scope, regexp_replace(f.function_component, '/list$', '') AS resource, w.word
       FROM sys_user u JOIN sys_user_role ur ON ur.owner_id = u.id JOIN sys_role r ON r.id = ur.target_id
         JOIN sys_role_function g ON g.sys_role_id = r.id JOIN sys_function f ON f.id = g.sys_function_id,
         string_to_table(g.function_permission, ',') AS w(word)
       WHERE w.word <> '' AND ($1 OR (u.user_status = '正常' AND r.role_status = '正常' AND f.id NOT IN (SELECT id FROM closed)))),
     reached AS (
       SELECT DISTINCT g.person, g.resource, o.id AS org FROM granted g JOIN sys_user u ON u.id = g.person, sys_org o
       WHERE CASE g.scope WHEN '全部' THEN true WHEN '本机构' THEN o.id = u.sys_org_id
         WHEN '本机构及下级' THEN EXISTS (SELECT FROM below b WHERE b.top = u.sys_org_id AND b.id = o.id)
         WHEN '自定义' THEN EXISTS (SELECT FROM sys_role_org l WHERE l.owner_id = g.role AND l.target_id = o.id) ELSE false END),
     words AS (
       SELECT person, resource, word FROM granted
       UNION SELECT g.person, g.resource, i.word FROM granted g, unnest($2::text[]) AS i(word) WHERE g.word = 'write'),
     triples AS (
       SELECT w.person, concat_ws(' ', w.resource, w.word) AS triple FROM words w
       UNION ALL SELECT w.person, concat_ws(' ', w.resource, w.word, r.org) FROM words w JOIN reached r USING (person, resource)
       WHERE w.resource NOT IN ('sys/function', 'sys/recycle'))
     SELECT person, array_agg(triple) AS triples FROM triples GROUP BY person`,
    [latent, words],
  );
  return new Map(rows.map(({ person, triples }) => [person, new Set(triples)]));
}
