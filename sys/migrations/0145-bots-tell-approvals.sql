ALTER TABLE sys_bot ADD tell_approvals text NOT NULL DEFAULT '否';
