-- Which attempt was counted last: the clock does not tell, since two may come at the same moment of it.
ALTER TABLE sys_login_failure ADD COLUMN counted_attempt uuid;
