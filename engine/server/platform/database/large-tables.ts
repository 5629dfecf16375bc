/*
 * What migrations 0004, 0005, 0082 and 0084 gave to the tables that grow large. A test holds these lists against the database.
 */

/** Texts, as table.column, that a gram index finds by what they hold. A condition on others would only cost. */
export const gramIndexed: ReadonlySet<string> = new Set([
  ...['user_account', 'user_name', 'user_phone', 'user_email', 'label_pinyin'].map((column) => `sys_user.${column}`),
  ...['user_account', 'user_name', 'login_message', 'login_ip'].map((column) => `sys_log_login.${column}`),
  ...['user_account', 'user_name', 'opt_module', 'opt_type', 'opt_target', 'opt_message', 'request_path', 'opt_ip'].map(
    (column) => `sys_log_opt.${column}`,
  ),
]);

/** Tables whose rows are counted as they come and go. */
export const counted: ReadonlySet<string> = new Set(['sys_log_opt', 'sys_log_login', 'sys_user']);

/** Of them those whose new rows stand in a table of their own until a job has added them up. */
export const tails: ReadonlyMap<string, string> = new Map([['sys_log_opt', 'sys_log_tail']]);
