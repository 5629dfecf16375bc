-- An API key ends with the person who made it (docs/decisions/0072-api-keys.md). Keys whose maker was deleted or disabled before that was so remain in
-- use, as their owner's own.
UPDATE sys_token k SET create_user = k.sys_user_id
WHERE k.create_user IS NOT NULL AND NOT EXISTS (SELECT FROM sys_user u WHERE u.id = k.create_user AND u.user_status = '正常');
