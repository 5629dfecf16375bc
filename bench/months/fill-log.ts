import type pg from 'pg';

const batch = 250_000;

/** Days over which the lines are spread. */
export const days = 700;

/**
 * Lines spread evenly over the last days, with ids of their times, as the server generates them, and of realistic width. Only
 * one text of the search index is filled: with all of them the index takes hours to build, and no measurement uses it.
 */
const insertLines = `
  INSERT INTO sys_log_opt (id, create_time, user_account, opt_changes, duration, opt_time)
  SELECT (left(millis, 8) || '-' || right(millis, 4) || '-7' || right(gen_random_uuid()::text, 21))::uuid, made, 'u' || n % 97,
    jsonb_build_array(jsonb_build_object('field', 'userPhone', 'label', '电话', 'before', n, 'after', repeat('华东技术', 8))), n % 3000, made
  FROM (SELECT n, made, lpad(to_hex(floor(extract(epoch FROM made) * 1000)::bigint), 12, '0') AS millis FROM (
    SELECT n, now() - ($3::float8 + ($4::bigint - n)::float8 * $5::float8 / $4::bigint) * interval '1 day' AS made
    FROM generate_series($1::bigint, $2::bigint) n) s) t`;

/** Inserts so many lines, the last of them `ago` days old and the first `over` days older. */
export async function fillLog(client: pg.ClientBase, rows: number, { ago = 0, over = days } = {}): Promise<void> {
  for (let first = 1; first <= rows; first += batch)
    await client.query(insertLines, [first, Math.min(rows, first + batch - 1), ago, rows, over]);
}
