-- As 0133, in a transaction of its own: a save waits for one of the two at most.
SELECT part_log('sys_log_login');
DROP FUNCTION part_log(text);
SELECT keep_log_months();
