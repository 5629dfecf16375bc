import { randomUUIDv7 } from 'node:crypto';

/** A new record's id: a UUIDv7, so that ids made later sort later (RFC 9562; wire.md, "Generic calls"). */
export const newId = (): string => randomUUIDv7();
