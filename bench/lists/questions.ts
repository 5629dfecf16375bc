/** A call to be measured, and the plain SQL for the same answer without any of this project's additions. */
export interface Question {
  readonly name: string;
  readonly resource: string;
  readonly query: Readonly<Record<string, string | string[]>>;
  /** Sent to select-options, which the pickers use. */
  readonly options?: boolean;
  readonly plain: string;
  /** Name of the question for the first page, if this one is for the last. */
  readonly first?: string;
}

const log = 'sys/log-opt';
const user = 'sys/user';

/** Counts and reads a page of logs like SQL without an index on texts. */
const scan = (condition: string): string => `SELECT count(*) FROM sys_log_opt WHERE ${condition}`;
const like = (field: string, column: string, text: string, words: string): Question => ({
  name: `logs, ${words} (${field}: ${text})`,
  resource: log,
  query: { like: `${field}:${text}` },
  plain: scan(`${column} ILIKE '%${text}%'`),
});

/** All questions about `logs` operation logs and a tenth as many users. */
export const questionsOf = (logs: number): Question[] => [...logPages(logs), ...logSearches, ...userPages(logs), ...choices];

function logPages(logs: number): Question[] {
  const lastLogs = String(Math.floor((logs - 1) / 10));
  return [
    { name: 'logs, first page', resource: log, query: {}, plain: scan('true') },
    {
      name: 'logs, last page',
      resource: log,
      query: { index: lastLogs },
      plain: `SELECT id FROM sys_log_opt ORDER BY opt_time DESC, id DESC LIMIT 10 OFFSET ${logs - 10}`,
      first: 'logs, first page',
    },
    {
      name: 'logs, first page by duration',
      resource: log,
      query: { sort: 'duration:desc' },
      plain: 'SELECT id FROM sys_log_opt ORDER BY duration + 0 DESC, id DESC LIMIT 10',
    },
    {
      name: 'logs, last page by duration',
      resource: log,
      query: { sort: 'duration:desc', index: lastLogs },
      plain: `SELECT id FROM sys_log_opt ORDER BY duration + 0 DESC, id DESC LIMIT 10 OFFSET ${logs - 10}`,
      first: 'logs, first page by duration',
    },
    {
      name: 'logs, first page by account',
      resource: log,
      query: { sort: 'userAccount:asc' },
      plain: "SELECT id FROM sys_log_opt ORDER BY user_account || '', id LIMIT 10",
    },
    {
      name: 'logs, last page by account',
      resource: log,
      query: { sort: 'userAccount:asc', index: lastLogs },
      plain: `SELECT id FROM sys_log_opt ORDER BY user_account || '', id LIMIT 10 OFFSET ${logs - 10}`,
      first: 'logs, first page by account',
    },
  ];
}

const logSearches: Question[] = [
  { name: 'logs, those that failed', resource: log, query: { eq: 'optStatus:失败' }, plain: scan("opt_status = '失败'") },
  {
    name: 'logs, of one day',
    resource: log,
    query: { ge: 'optTime:2025-06-01 00:00:00', le: 'optTime:2025-06-01 23:59:59' },
    plain: scan("opt_time::date = '2025-06-01'"),
  },
  like('userName', 'user_name', '王伟', 'two characters, many'),
  like('userName', 'user_name', '彭建', 'two characters, few'),
  like('userName', 'user_name', '伟王', 'two characters, none'),
  like('optTarget', 'opt_target', '张丽', 'two characters of another text'),
  like('optTarget', 'opt_target', '华东技术', 'four characters'),
  like('optTarget', 'opt_target', '技术123组', 'seven characters'),
  like('userName', 'user_name', '彭', 'one character'),
  like('optModule', 'opt_module', '用户', 'a word in every twelfth row'),
  like('optMessage', 'opt_message', '修改', 'a word of messages'),
  like('userAccount', 'user_account', 'USER099', 'letters in another case'),
  like('optIp', 'opt_ip', '10.7.7.', 'a part of an address'),
  like('requestPath', 'request_path', 'zz', 'letters that no row holds'),
  {
    name: 'logs, two texts at once',
    resource: log,
    query: { like: ['userName:王伟', 'optTarget:技术'] },
    plain: scan("user_name ILIKE '%王伟%' AND opt_target ILIKE '%技术%'"),
  },
];

function userPages(logs: number): Question[] {
  const lastUsers = String(Math.floor(logs / 10 / 10));
  return [
    { name: 'users, first page', resource: user, query: {}, plain: 'SELECT count(*) FROM sys_user' },
    {
      name: 'users, last page',
      resource: user,
      query: { index: lastUsers },
      plain: `SELECT id FROM sys_user ORDER BY create_time DESC, id DESC LIMIT 10 OFFSET ${logs / 10 - 10}`,
      first: 'users, first page',
    },
    {
      name: 'users, first page by name',
      resource: user,
      query: { sort: 'userName:asc' },
      plain: "SELECT id FROM sys_user ORDER BY user_name || '', id LIMIT 10",
    },
    {
      name: 'users, last page by name',
      resource: user,
      query: { sort: 'userName:asc', index: lastUsers },
      plain: `SELECT id FROM sys_user ORDER BY user_name || '', id LIMIT 10 OFFSET ${logs / 10 - 10}`,
      first: 'users, first page by name',
    },
    {
      name: 'users, two characters of a name (建国)',
      resource: user,
      query: { like: 'userName:建国' },
      plain: "SELECT count(*) FROM sys_user WHERE user_name ILIKE '%建国%'",
    },
    {
      name: 'users, a part of a phone',
      resource: user,
      query: { like: 'userPhone:5501' },
      plain: "SELECT count(*) FROM sys_user WHERE user_phone ILIKE '%5501%'",
    },
  ];
}

const choices: Question[] = [
  {
    name: 'users picked by two characters (王伟)',
    resource: user,
    query: { search: '王伟' },
    options: true,
    plain: "SELECT id FROM sys_user WHERE user_name ILIKE '%王伟%' ORDER BY create_time DESC LIMIT 51",
  },
  {
    name: 'users picked by pinyin (pengjianguo)',
    resource: user,
    query: { search: 'pengjianguo' },
    options: true,
    plain: "SELECT id FROM sys_user WHERE label_pinyin ILIKE '%pengjianguo%' ORDER BY create_time DESC LIMIT 51",
  },
  {
    name: 'users picked by initials (pjg)',
    resource: user,
    query: { search: 'pjg' },
    options: true,
    plain: "SELECT id FROM sys_user WHERE label_pinyin ILIKE '%pjg%' ORDER BY create_time DESC LIMIT 51",
  },
  {
    name: 'users picked by two letters (zh)',
    resource: user,
    query: { search: 'zh' },
    options: true,
    plain: "SELECT id FROM sys_user WHERE label_pinyin ILIKE '%zh%' ORDER BY create_time DESC LIMIT 51",
  },
  {
    name: 'users offered before anything is typed',
    resource: user,
    query: {},
    options: true,
    plain: 'SELECT id FROM sys_user ORDER BY create_time DESC LIMIT 51',
  },
  {
    name: 'districts picked by initials (sz)',
    resource: 'sys/district',
    query: { search: 'sz' },
    options: true,
    plain: "SELECT id FROM sys_district WHERE label_pinyin ILIKE '%sz%' ORDER BY district_code LIMIT 51",
  },
];
