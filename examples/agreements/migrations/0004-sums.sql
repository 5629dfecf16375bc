-- What the lines of an agreement come to; written with them (server/sum-lines.ts).
ALTER TABLE acme_agreement ADD lines_amount numeric(20, 2) NOT NULL DEFAULT 0;
UPDATE acme_agreement a SET lines_amount =
  (SELECT coalesce(round(sum(line_quantity * line_price), 2), 0) FROM acme_agreement_line l WHERE l.acme_agreement_id = a.id);
