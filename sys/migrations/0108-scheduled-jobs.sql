-- What people see and change of the work in the background: each kind of job with its plan, and its last runs.

CREATE TABLE sys_job_kind (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  job_kind text NOT NULL UNIQUE,
  job_title text NOT NULL,
  -- Seconds between two runs, or five cron words, as the code says; neither where somebody's request adds the job.
  job_every integer,
  default_cron text,
  -- What somebody chose instead.
  job_cron text,
  is_paused boolean NOT NULL DEFAULT false,
  -- When a node that knows it last said so: kinds of modules that are gone are shown no more.
  seen_time timestamptz NOT NULL DEFAULT now(),
  -- When somebody was last told that it failed.
  told_time timestamptz
);

CREATE TABLE sys_job_run (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  job_id uuid NOT NULL,
  job_kind text NOT NULL,
  job_title text NOT NULL,
  start_time timestamptz NOT NULL,
  run_duration integer NOT NULL,
  run_status text NOT NULL,
  -- Given up: it is not tried again by itself, and that was no refusal.
  is_final text NOT NULL DEFAULT '否',
  run_attempt integer NOT NULL,
  run_node text NOT NULL,
  run_error text,
  told boolean NOT NULL DEFAULT false
);
CREATE INDEX ON sys_job_run (start_time, id);
CREATE INDEX ON sys_job_run (job_kind, run_status, start_time);
CREATE INDEX ON sys_job_run (start_time) WHERE is_final = '是' AND NOT told;

CREATE VIEW sys_job_plan AS
  SELECT k.id, k.version, k.create_time, k.create_user, k.update_time, k.update_user, k.job_kind, k.job_title,
    CASE WHEN coalesce(k.job_cron, k.default_cron) IS NOT NULL THEN coalesce(k.job_cron, k.default_cron)
      WHEN k.job_every IS NULL THEN '由操作触发'
      WHEN k.job_every % 3600 = 0 THEN '每 ' || k.job_every / 3600 || ' 小时'
      WHEN k.job_every % 60 = 0 THEN '每 ' || k.job_every / 60 || ' 分钟'
      ELSE '每 ' || k.job_every || ' 秒' END AS job_schedule,
    k.job_cron,
    CASE WHEN k.job_every IS NULL AND k.default_cron IS NULL THEN '否' ELSE '是' END AS is_planned,
    CASE WHEN running.since IS NOT NULL THEN '执行中' WHEN k.is_paused THEN '已暂停'
      WHEN waiting.count > 0 THEN '等待执行' ELSE '空闲' END AS job_state,
    CASE WHEN NOT k.is_paused THEN waiting.next_time END AS next_time, waiting.count AS waiting_count,
    last.start_time AS last_time, last.run_status AS last_status, last.run_duration AS last_duration, last.run_error AS last_error,
    coalesce(last.is_final, '否') AS is_failed
  FROM sys_job_kind k
  CROSS JOIN LATERAL (SELECT min(run_time) AS next_time, count(*)::integer AS count FROM sys_job j
    WHERE j.kind = k.job_kind AND j.state = 'waiting') AS waiting
  CROSS JOIN LATERAL (SELECT min(lease_until) AS since FROM sys_job j
    WHERE j.kind = k.job_kind AND j.state = 'running' AND j.lease_until > now()) AS running
  LEFT JOIN LATERAL (
    SELECT start_time, run_status, run_duration, run_error, is_final FROM sys_job_run r
    WHERE r.job_kind = k.job_kind ORDER BY start_time DESC, id DESC LIMIT 1) AS last ON true
  WHERE k.seen_time > now() - interval '1 day';
