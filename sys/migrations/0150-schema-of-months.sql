-- Functions that work with the owner's right looked for tables in `public`: now where the tables stand, which a new database has in a schema of
-- its own (docs/decisions/0100-a-schema-of-its-own.md). There the months of 0133 were not made yet.
ALTER FUNCTION keep_log_months() SET search_path FROM CURRENT;
ALTER FUNCTION drop_log_part(text, integer) SET search_path FROM CURRENT;
ALTER FUNCTION analyze_logs() SET search_path FROM CURRENT;
SELECT keep_log_months();
