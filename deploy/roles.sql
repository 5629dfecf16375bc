-- Two roles of PostgreSQL instead of one that may everything: the owner makes and changes tables (npm run migrate, restore,
-- move), the server's own role only reads and writes rows. Run by a superuser in the empty database `office`, with passwords
-- of your own; docs/operating.md says when each is used.
CREATE ROLE office_owner LOGIN PASSWORD 'change-me-owner';
CREATE ROLE office_app LOGIN PASSWORD 'change-me-app';

REVOKE ALL ON DATABASE office FROM PUBLIC;
GRANT CONNECT, TEMPORARY ON DATABASE office TO office_owner;
GRANT CONNECT ON DATABASE office TO office_app;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
CREATE SCHEMA office AUTHORIZATION office_owner;
GRANT USAGE ON SCHEMA office TO office_app;

-- For tables and sequences that the owner makes from now on.
ALTER DEFAULT PRIVILEGES FOR ROLE office_owner IN SCHEMA office GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO office_app;
ALTER DEFAULT PRIVILEGES FOR ROLE office_owner IN SCHEMA office GRANT USAGE, SELECT, UPDATE ON SEQUENCES TO office_app;
