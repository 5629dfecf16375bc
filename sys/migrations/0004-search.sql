-- Substring search without a scan, for texts of two letters too (a Chinese name), and search by pinyin.
-- docs/decisions/0004-search-and-totals.md says why not pg_trgm, and what it costs.

-- Every run of two and of three characters of a text, and every single one that is not ASCII, all in lower case. A text
-- that holds another holds all its grams, so an index on them finds the candidates; ILIKE decides. Runs are cut out from
-- the first character, the second and the third, since a regular expression finds none that overlap. The cost makes the
-- planner ask ILIKE first where it does not use an index.
CREATE FUNCTION grams(text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 5 AS $$
DECLARE low text := lower($1);
BEGIN
  RETURN string_to_array(regexp_replace(low, '[ -~]', '', 'g'), NULL) || array_remove(string_to_array(concat_ws(E'\x01',
    regexp_replace(low, '(..)|.', E'\\1\x01', 'g'), regexp_replace(substr(low, 2), '(..)|.', E'\\1\x01', 'g'),
    regexp_replace(low, '(...)|..?', E'\\1\x01', 'g'), regexp_replace(substr(low, 2), '(...)|..?', E'\\1\x01', 'g'),
    regexp_replace(substr(low, 3), '(...)|..?', E'\\1\x01', 'g')), E'\x01'), '');
END $$;

-- What a text must have among its grams to hold this one: its runs of three, or itself when it is shorter. Of a single
-- ASCII character that is nothing.
CREATE FUNCTION grams_in(text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN lower($1) ~ '^[ -~]?$' THEN '{}' WHEN char_length(lower($1)) < 3 THEN ARRAY[lower($1)]
    ELSE (SELECT array_agg(substr(lower($1), at, 3)) FROM generate_series(1, char_length(lower($1)) - 2) at) END
$$;

-- The pinyin by which a record is found where people pick one: that of its label, in full and in initials, such as
-- 'shenzhenshi szs'. The server writes it; NULL where nobody has yet, which the next start makes good.
ALTER TABLE sys_user ADD label_pinyin text;
ALTER TABLE sys_role ADD label_pinyin text;
ALTER TABLE sys_function ADD label_pinyin text;
ALTER TABLE sys_org ADD label_pinyin text;
ALTER TABLE sys_dept ADD label_pinyin text;
ALTER TABLE sys_district ADD label_pinyin text;
ALTER TABLE sys_dict ADD label_pinyin text;
ALTER TABLE sys_msg ADD label_pinyin text;
ALTER TABLE sys_sms ADD label_pinyin text;
CREATE INDEX ON sys_user (id) WHERE label_pinyin IS NULL;
CREATE INDEX ON sys_sms (id) WHERE label_pinyin IS NULL;
CREATE INDEX ON sys_msg (id) WHERE label_pinyin IS NULL;

-- One index a table, with a part for each text that lists search; growing-tables.ts names the columns too. New rows wait
-- in a short list and are worked in together: a search reads through it, and a long one would cost it more than it saves.
CREATE INDEX sys_user_grams ON sys_user USING gin (
  grams(user_account), grams(user_name), grams(user_phone), grams(user_email), grams(label_pinyin)) WITH (gin_pending_list_limit = 256);
CREATE INDEX sys_log_login_grams ON sys_log_login USING gin (
  grams(user_account), grams(user_name), grams(login_message), grams(login_ip)) WITH (gin_pending_list_limit = 256);
CREATE INDEX sys_log_opt_grams ON sys_log_opt USING gin (
  grams(user_account), grams(user_name), grams(opt_module), grams(opt_type), grams(opt_target), grams(opt_message),
  grams(request_path), grams(opt_ip)) WITH (gin_pending_list_limit = 256);

-- Lists are sorted by these, and the last page is read backwards from the end.
CREATE INDEX ON sys_user (user_account, id);
CREATE INDEX ON sys_user (user_name, id);
CREATE INDEX ON sys_log_login (user_account, id);
CREATE INDEX ON sys_log_opt (user_account, id);
CREATE INDEX ON sys_log_opt (duration, id);
