-- What is beneath a record that may no longer be chosen begins a tree of choices: these few are found by an index.
CREATE INDEX sys_org_closed ON sys_org (id) WHERE org_status <> '正常';
CREATE INDEX sys_dept_closed ON sys_dept (id) WHERE dept_status <> '正常';
CREATE INDEX sys_district_closed ON sys_district (id) WHERE district_status <> '正常';
CREATE INDEX sys_dict_closed ON sys_dict (id) WHERE dict_status <> '正常';
CREATE INDEX sys_function_closed ON sys_function (id) WHERE function_status <> '正常';
