-- One ceiling for guesses at an account over all networks, ways in for those who are known to it, and lines and notices
-- about what was refused (hardening.md, A10 to A13).

ALTER TABLE sys_login_failure
  -- Attempts refused while the account was locked that no line of the sign-in log tells of yet, and where the last came from.
  ADD COLUMN refused integer NOT NULL DEFAULT 0,
  ADD COLUMN refused_ip text,
  ADD COLUMN line_time timestamptz,
  -- When the person and the administrators were told.
  ADD COLUMN notice_time timestamptz;

-- From where a person has signed in of late: `network:` and a network, or `device:` and the SHA-256 of what a browser keeps.
CREATE TABLE sys_known_client (
  sys_user_id uuid NOT NULL REFERENCES sys_user ON DELETE CASCADE,
  client text NOT NULL,
  seen_time timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (sys_user_id, client)
);
-- Who is signed in now, or was today, need not begin as a stranger.
INSERT INTO sys_known_client (sys_user_id, client, seen_time)
SELECT s.sys_user_id, 'network:' || regexp_replace(s.login_ip, '\.\d+$', ''), max(s.login_time)
FROM sys_session s JOIN sys_user u ON u.id = s.sys_user_id
WHERE s.login_ip ~ '^\d+\.\d+\.\d+\.\d+$' GROUP BY 1, 2;
