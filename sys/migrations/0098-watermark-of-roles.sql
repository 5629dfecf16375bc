-- What a role says about the watermark of its holders' pages (docs/decisions/0076-watermark-of-roles.md).
ALTER TABLE sys_role ADD COLUMN role_watermark text NOT NULL DEFAULT '按系统设置';

-- A database that has its dictionaries already gets the new one; a new one gets it with the others.
WITH root AS (
  INSERT INTO sys_dict (id, parent_id, dict_label, dict_value, dict_value_type, dict_sort, dict_status)
  SELECT gen_random_uuid(), NULL, '角色水印', 'role_watermark', 'String', scope.dict_sort, '正常'
  FROM sys_dict scope
  WHERE scope.parent_id IS NULL AND scope.dict_value = 'data_scope'
    AND NOT EXISTS (SELECT FROM sys_dict WHERE parent_id IS NULL AND dict_value = 'role_watermark')
  RETURNING id
)
INSERT INTO sys_dict (id, parent_id, dict_label, dict_value, dict_value_type, dict_sort, dict_status)
SELECT gen_random_uuid(), root.id, word, word, 'String', place, '正常'
FROM root, unnest(ARRAY['按系统设置', '始终显示', '不显示']) WITH ORDINALITY AS entry(word, place);
