-- What a migration does to the columns of a table, done to the rows that the recycle bin keeps of it (docs/guide/data.md): its records, and
-- rows that were deleted with records of others. Without a new name the values are given up.
CREATE FUNCTION rename_kept(resource text, kept_table text, old_name text, new_name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sys_recycle SET content = jsonb_set(content, '{row}', renamed_key(content -> 'row', old_name, new_name))
  WHERE target_resource = resource AND content -> 'row' ? old_name;
  UPDATE sys_recycle SET content = jsonb_set(content, ARRAY['beside', kept_table], (
    SELECT jsonb_agg(renamed_key(y, old_name, new_name) ORDER BY at) FROM jsonb_array_elements(content -> 'beside' -> kept_table) WITH ORDINALITY t(y, at)))
  WHERE EXISTS (SELECT FROM jsonb_array_elements(content -> 'beside' -> kept_table) y WHERE y ? old_name);
END $$;

CREATE FUNCTION renamed_key(kept jsonb, old_name text, new_name text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN new_name IS NULL OR kept ? new_name OR NOT kept ? old_name THEN kept - old_name
    ELSE kept - old_name || jsonb_build_object(new_name, kept -> old_name) END;
$$;

-- The same for a table whose rows were deleted with records of others.
CREATE FUNCTION rename_kept_table(old_name text, new_name text) RETURNS void LANGUAGE sql AS $$
  UPDATE sys_recycle SET content = jsonb_set(content, '{beside}', renamed_key(content -> 'beside', old_name, new_name))
  WHERE content -> 'beside' ? old_name;
$$;

-- Why kept rows no longer fit their table: a column that must have a value and has none, unless a trigger may fill it, or a value whose column is
-- gone while another came, which may be the same one by another name. Where no column came, the column was dropped, and the values of the other
-- records with it. So for the tables beside; what only other rows tie to a record may be a log, which is not kept, unless it has the same columns.
CREATE FUNCTION kept_misfits(ids uuid[], own_table text, tables_beside json)
RETURNS TABLE (record text, own boolean, needed text, lost text) LANGUAGE sql STABLE AS $$
  WITH kept AS (
    SELECT recycle_name, true AS own, own_table::regclass AS kept_table, content -> 'row' AS kept_row FROM sys_recycle WHERE id = ANY(ids)
    UNION ALL
    SELECT recycle_name, false, to_regclass(b.key), y FROM sys_recycle, jsonb_each(content -> 'beside') b, jsonb_array_elements(b.value) y
    WHERE id = ANY(ids)
  ), columns AS (
    SELECT attrelid, attname::text AS name, attnotnull AND NOT atthasdef AND attidentity = '' AND NOT EXISTS (
      SELECT FROM pg_trigger WHERE tgrelid = attrelid AND tgtype & 7 = 7 AND tgenabled IN ('O', 'A')) AS is_needed FROM pg_attribute
    WHERE attrelid IN (SELECT kept_table FROM kept) AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
  )
  SELECT recycle_name, k.own, c.name, NULL FROM kept k JOIN columns c ON c.attrelid = kept_table AND c.is_needed
  WHERE kept_row ->> c.name IS NULL
  UNION ALL
  SELECT recycle_name, k.own, NULL, e.key FROM kept k, jsonb_each_text(kept_row) e
  WHERE kept_table IS NOT NULL AND e.value IS NOT NULL AND e.key <> 'label_pinyin'
    AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = kept_table AND a.attnum > 0 AND NOT a.attisdropped AND a.attname = e.key)
    AND EXISTS (SELECT FROM columns c WHERE c.attrelid = kept_table AND NOT kept_row ? c.name)
  UNION ALL
  SELECT recycle_name, false, NULL, b.key FROM sys_recycle, jsonb_each(content -> 'beside') b
  WHERE id = ANY(ids) AND to_regclass(b.key) IS NULL AND b.value <> '[]'
    AND EXISTS (
      SELECT FROM json_to_recordset(tables_beside) AS t("table" text, indirect boolean)
      WHERE NOT content -> 'beside' ? t."table" AND (NOT indirect OR (b.value -> 0) - ARRAY(
        SELECT attname::text FROM pg_attribute WHERE attrelid = t."table"::regclass AND attnum > 0 AND NOT attisdropped) = '{}'));
$$;
