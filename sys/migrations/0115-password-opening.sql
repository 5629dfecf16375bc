-- Until when people sign in by the local password though LOGIN_METHODS leaves it out; one row at most, written on the machine alone.
CREATE TABLE sys_password_opening (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  open_until timestamptz NOT NULL
);
