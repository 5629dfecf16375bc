-- Whoever has a passkey proves it before an app is added: what was begun without is void.
DELETE FROM sys_totp t WHERE confirm_time IS NULL AND EXISTS (SELECT FROM sys_passkey p WHERE p.sys_user_id = t.sys_user_id);
