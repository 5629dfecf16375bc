-- Passkeys (WebAuthn): public keys by which people sign in. Nothing here is a secret; who holds the private key is asked each time.
CREATE TABLE sys_passkey (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  passkey_name text NOT NULL,
  sys_user_id uuid NOT NULL REFERENCES sys_user (id) ON DELETE CASCADE,
  -- The authenticator's word: it may come to stand on the person's other devices too.
  passkey_synced text NOT NULL DEFAULT '否',
  last_used_time timestamptz,
  last_used_ip text,
  credential_id bytea NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  -- Uses, as the authenticator counts them; some always say 0.
  counter bigint NOT NULL DEFAULT 0,
  -- How it is reached, for the browser that asks: internal, usb, hybrid …
  transports text[] NOT NULL DEFAULT '{}'
);
CREATE INDEX ON sys_passkey (create_time, id);
CREATE INDEX ON sys_passkey (sys_user_id);

-- What authenticators call a person: random, since devices keep it and show it to whoever holds them.
CREATE TABLE sys_passkey_owner (
  sys_user_id uuid PRIMARY KEY REFERENCES sys_user (id) ON DELETE CASCADE,
  user_handle bytea NOT NULL UNIQUE
);

-- What an authenticator is asked to sign, once and within minutes; on the database, so that any node takes the answer.
CREATE TABLE sys_passkey_challenge (
  -- SHA-256 of what whoever asked was given beside the challenge, and of who may answer: a session, a half sign-in, a browser.
  ceremony_hash bytea PRIMARY KEY,
  bound_hash bytea NOT NULL,
  purpose text NOT NULL,
  challenge text NOT NULL,
  -- Where the question came from, for its limit.
  network text NOT NULL,
  create_time timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON sys_passkey_challenge (network, create_time);
