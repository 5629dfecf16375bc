-- Why an agreement was returned; written with the move (server/move-agreement.ts).
ALTER TABLE acme_agreement ADD return_reason text;
