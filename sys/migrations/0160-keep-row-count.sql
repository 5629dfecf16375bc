-- Has the rows of a table counted as they come and go, as 0005 does for the logs: for a table of very many rows, of a company's module too
-- (docs/guide/data.md). The triggers first, so that no row comes in between: making one locks the table against writers.
CREATE FUNCTION keep_row_count(name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'CREATE TRIGGER count_inserted AFTER INSERT ON %1$I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
     CREATE TRIGGER count_deleted AFTER DELETE ON %1$I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
     CREATE TRIGGER count_truncated AFTER TRUNCATE ON %1$I FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
     INSERT INTO sys_row_count SELECT %1$L, count(*) FROM %1$I', name);
END $$;
