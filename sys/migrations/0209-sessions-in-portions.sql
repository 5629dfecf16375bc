-- Expired and former sessions are found by index, portion by portion: there may be many at once, as after the idle time was shortened.
CREATE INDEX sys_session_idle ON sys_session (last_seen_time, id) WHERE end_time IS NULL;
CREATE INDEX sys_session_age ON sys_session (login_time) WHERE end_time IS NULL;
CREATE INDEX sys_session_ended ON sys_session (end_time) WHERE end_time IS NOT NULL;
-- Last: even readers wait for its lock, until all of this is committed.
DROP INDEX sys_session_last_seen_time_id_idx;
