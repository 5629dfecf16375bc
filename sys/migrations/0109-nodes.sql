-- What each node says of itself every few seconds, for the page 运行状态, and how large the database was each day.
CREATE TABLE sys_node (
  id uuid PRIMARY KEY,
  node_name text NOT NULL,
  start_time timestamptz NOT NULL DEFAULT now(),
  seen_time timestamptz NOT NULL DEFAULT now(),
  report jsonb NOT NULL
);
CREATE TABLE sys_size_sample (
  day date PRIMARY KEY,
  database_bytes bigint NOT NULL
);
