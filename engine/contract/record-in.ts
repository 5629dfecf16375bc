import { isRecord } from './is-record.ts';

/** The properties of an untrusted value (a body, a stored value, an error), to be checked one by one; empty if it is not an object. */
export const recordIn = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});
