ALTER TABLE acme_party ADD party_logo uuid;
