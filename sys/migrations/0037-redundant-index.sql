-- The index of 0025 on (create_user, opt_time, id) begins with the same columns, and answers what this one answered.
DROP INDEX sys_log_opt_person;
