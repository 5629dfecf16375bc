-- The record that an operation befell, for its history; not shown on the wire.
ALTER TABLE sys_log_opt ADD COLUMN target_resource text, ADD COLUMN target_id uuid;
CREATE INDEX sys_log_opt_target ON sys_log_opt (target_id, opt_time) WHERE target_id IS NOT NULL;
