-- 功能管理 stands above 角色管理, as the specification lists them. A group in which a person has written to an entry stays as they
-- left it: what of it they had arranged is not known any more.
UPDATE sys_function entry
SET function_sort = other.function_sort, version = entry.version + 1, update_time = now()
FROM sys_function role, sys_function function, sys_function other
WHERE role.root_path = '/sys/role' AND function.root_path = '/sys/function'
  AND role.parent_id = function.parent_id AND role.function_sort < function.function_sort
  AND NOT EXISTS (SELECT FROM sys_function sibling WHERE sibling.parent_id = role.parent_id AND sibling.update_user IS NOT NULL)
  AND (entry.id, other.id) IN ((role.id, function.id), (function.id, role.id));
