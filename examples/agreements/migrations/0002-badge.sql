-- A column of ours in the table of the product's users: it begins with our name.
ALTER TABLE sys_user ADD acme_badge text;
