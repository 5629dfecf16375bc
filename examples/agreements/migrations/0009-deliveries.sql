-- What the signing service has delivered: each delivery counts once (server/receive-signed.ts).
CREATE TABLE acme_delivery (
  id text PRIMARY KEY,
  create_time timestamptz NOT NULL DEFAULT now()
);
