-- Sessions that go on: what the list of people on line shows. A view, so that the list needs no condition of its own.
CREATE VIEW sys_online AS SELECT * FROM sys_session WHERE end_time IS NULL;
