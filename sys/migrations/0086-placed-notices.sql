-- A draft has nobody whom it is for: only a notice that is published, or was stored before, is placed anew.
DROP TRIGGER place_notice ON sys_msg;
CREATE TRIGGER place_notice AFTER UPDATE OF msg_status, msg_scope, target_ids, publish_time, expire_time, need_confirm ON sys_msg
  FOR EACH ROW EXECUTE FUNCTION place_notice();
CREATE TRIGGER place_new_notice AFTER INSERT ON sys_msg
  FOR EACH ROW WHEN (NEW.msg_status = '已发布') EXECUTE FUNCTION place_notice();
