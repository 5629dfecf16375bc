-- What waits for people stands first on their first page, and is counted each time that page is opened: by these, which hold
-- no more than what waits.
CREATE INDEX sys_user_awaiting ON sys_user (create_time) WHERE user_status = '待审核';
CREATE INDEX sys_log_login_failed ON sys_log_login (login_time) WHERE login_type = '登录' AND login_status = '失败';
