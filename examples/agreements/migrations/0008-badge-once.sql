-- Two people with one badge: empty the wrong one first, or this refuses the start.
CREATE UNIQUE INDEX sys_user_acme_badge_key ON sys_user (acme_badge);
