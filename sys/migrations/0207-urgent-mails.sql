-- Mails with a secret, which is valid for minutes, are sent before all others that wait.
CREATE INDEX sys_mail_urgent ON sys_mail (run_time, id) WHERE mail_status = '待发送' AND expire_time IS NOT NULL;
