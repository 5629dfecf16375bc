-- A notice that was deleted for good takes its files with it: its pictures and its attachments. While the recycle bin holds it, it may
-- come back with them; one that did come back stands in its table again before its row in the bin goes.
CREATE FUNCTION drop_files_of_notice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sys_file f WHERE f.otc_type = 'sys/msg' AND f.otc_id = OLD.target_id::text
    AND NOT EXISTS (SELECT FROM sys_msg m WHERE m.id = OLD.target_id);
  RETURN NULL;
END $$;
CREATE TRIGGER drop_files_of_notice AFTER DELETE ON sys_recycle FOR EACH ROW WHEN (OLD.target_resource = 'sys/msg')
  EXECUTE FUNCTION drop_files_of_notice();
