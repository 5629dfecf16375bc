-- Who registered is let in or refused, with a reason; and passwords that somebody else typed (PASSWORD_CHANGE).

ALTER TABLE sys_user
  ADD COLUMN refuse_reason text,
  -- True while the password is one that somebody other than the person set.
  ADD COLUMN password_given boolean NOT NULL DEFAULT false;

-- A reason stands only as long as the refusal.
CREATE FUNCTION clear_refuse_reason() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.user_status <> '已拒绝' THEN NEW.refuse_reason = NULL; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER clear_refuse_reason BEFORE UPDATE OF user_status ON sys_user
  FOR EACH ROW EXECUTE FUNCTION clear_refuse_reason();

-- A database that has its dictionaries already gets the new status; a new one gets it with the others.
INSERT INTO sys_dict (id, parent_id, dict_label, dict_value, dict_value_type, dict_color, dict_sort, dict_status)
SELECT gen_random_uuid(), root.id, '已拒绝', '已拒绝', 'String', '#8c8c8c',
  (SELECT coalesce(max(dict_sort), 0) + 1 FROM sys_dict WHERE parent_id = root.id), '正常'
FROM sys_dict root
WHERE root.parent_id IS NULL AND root.dict_value = 'user_status'
  AND NOT EXISTS (SELECT FROM sys_dict WHERE parent_id = root.id AND dict_value = '已拒绝');
