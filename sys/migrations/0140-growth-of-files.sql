-- How large the files were each day, beside the database: how fast both grow.
ALTER TABLE sys_size_sample ADD file_bytes bigint;
