-- A session remembers since when the account had the password that it was opened under: one whose sign-in was under way while somebody
-- changed that password, and which no one could end yet, is over. Those of before remember none.
ALTER TABLE sys_session ADD password_time timestamptz;

-- The same of a sign-in that waits for its second factor.
ALTER TABLE sys_sign_in_ticket ADD password_time timestamptz;
