-- The values of dictionaries as they are compared (engine/server/crud/lookalikes.ts): each save of an entry asks whether one
-- that was stored before texts were normalised looks like its own, and read all entries for that.
CREATE INDEX sys_dict_lookalike ON sys_dict ((
  regexp_replace(regexp_replace(normalize(dict_value, NFC),
      U&'[\00ad\061c\115f\1160\180e\200b\200c\200e\200f\2028-\202e\2060-\206f\3164\feff\ffa0\+0e0000-\+0e007f]', '', 'g'),
    U&'^[\\s\00a0\3000]+|[\\s\00a0\3000]+$', '', 'g')));

-- People are counted as they come and go, as the logs are (0004): the total of their list is not counted at each reading.
CREATE TRIGGER count_inserted AFTER INSERT ON sys_user REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
CREATE TRIGGER count_deleted AFTER DELETE ON sys_user REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
CREATE TRIGGER count_truncated AFTER TRUNCATE ON sys_user FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
INSERT INTO sys_row_count SELECT 'sys_user', count(*) FROM sys_user HAVING count(*) > 0;
