-- A job removes the files of whatever record is gone for good, a notice's too (`clear-orphans`).
DROP TRIGGER drop_files_of_notice ON sys_recycle;
DROP FUNCTION drop_files_of_notice();
