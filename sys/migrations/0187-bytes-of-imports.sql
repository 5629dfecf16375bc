-- An import is limited in bytes, not only in rows, and its check reads no more than a few megabytes at a time. Rows staged before, which
-- are saved or deleted within a day, count for nothing. Takes moments.
ALTER TABLE sys_import_row ADD row_bytes integer NOT NULL DEFAULT 0;
