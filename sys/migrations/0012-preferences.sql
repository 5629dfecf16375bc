-- What a person chose for himself, such as the columns of a list: it follows him to another machine.
CREATE TABLE sys_user_preference (
  sys_user_id uuid NOT NULL REFERENCES sys_user (id) ON DELETE CASCADE,
  key text NOT NULL,
  value jsonb NOT NULL,
  update_time timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (sys_user_id, key)
);
