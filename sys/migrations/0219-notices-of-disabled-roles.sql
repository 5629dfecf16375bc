-- A disabled role gives nothing, so that it is no key to the notices that are addressed to it; they are found again once it is enabled.
CREATE OR REPLACE FUNCTION notice_keys(person uuid) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
  WITH RECURSIVE above(id, parent_id) AS (
    SELECT o.id, o.parent_id FROM sys_user u JOIN sys_org o ON o.id = u.sys_org_id WHERE u.id = person
    UNION SELECT o.id, o.parent_id FROM above JOIN sys_org o ON o.id = above.parent_id
  )
  SELECT '00000000-0000-0000-0000-000000000000'::uuid
  UNION ALL SELECT person
  UNION ALL SELECT id FROM above
  UNION ALL SELECT r.id FROM sys_user_role ur JOIN sys_role r ON r.id = ur.target_id WHERE ur.owner_id = person AND r.role_status = '正常'
$$;
