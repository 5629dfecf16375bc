import { isRecord } from '@back-office/contract/is-record.ts';
import { recordIn } from '@back-office/contract/record-in.ts';
import { hasLabel } from '@back-office/contract/resource/field.ts';
import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { storeLocally } from '../../platform/store/store-locally.ts';
import type { Values } from '../fields/field-kit.ts';

/** Unsaved input of a form, or input that somebody else proposes for it, with the values that the form began with. */
export interface Draft {
  /** Who proposes it, such as 助手“写作”; absent if the person typed it. */
  from?: string;
  /** When it was kept, in milliseconds. */
  at: number;
  values: Values;
  base: Values;
  /** Which form keeps it: a record may be open in several windows. */
  form?: string;
  /** The draft of another form that this one replaced, to be put back. */
  over?: Draft | undefined;
}

/** How long a draft is kept. */
const lifetime = 7 * 24 * 3600 * 1000;

const prefix = 'draft ';
const keyOf = (userId: string, name: string): string => `${prefix}${userId} ${name}`;

/** The name of the draft of a record, or of a new one, which belongs to the records that it refers to from the start, such as its parent. */
export function draftName(resource: Resource, { id, ...start }: Values): string {
  if (typeof id === 'string') return `${resource.name} ${id}`;
  const references = resource.form.filter((name) => hasLabel(fieldOf(resource, name))).map((name) => start[name]);
  return [resource.name, 'new', ...references.filter((to) => typeof to === 'string')].join(' ');
}

/** The values that a draft keeps: the form's fields, without secrets. */
export const nonSecretValues = (resource: Resource, values: Values): Values =>
  Object.fromEntries(resource.form.filter((name) => fieldOf(resource, name).kind !== 'secret').map((name) => [name, values[name] ?? null]));

/** Drafts in this browser, one for each account and record; they survive a crash and a forced sign-out. */
export const draftStore = {
  read: (userId: string, name: string, now = Date.now()): Draft | undefined => parse(localStorage.getItem(keyOf(userId, name)), now),
  write: (userId: string, name: string, draft: Draft): void => {
    // If the storage is full, the form still holds the input, and its tab is marked as unsaved.
    storeLocally(keyOf(userId, name), JSON.stringify(draft));
  },
  remove: (userId: string, name: string): void => localStorage.removeItem(keyOf(userId, name)),
  /** Removes expired drafts of every account. */
  sweep: (now = Date.now()): void => {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix) && parse(localStorage.getItem(key), now) === undefined) localStorage.removeItem(key);
    }
  },
};

function parse(text: string | null, now: number): Draft | undefined {
  try {
    return draftIn(JSON.parse(text ?? '{}'), now);
  } catch {
    return undefined;
  }
}

function draftIn(stored: unknown, now: number): Draft | undefined {
  const { at, values, base, from, form, over } = recordIn(stored);
  if (typeof at !== 'number' || !(now - at < lifetime) || !isRecord(values) || !isRecord(base)) return undefined;
  const known = { ...(typeof from === 'string' ? { from } : {}), ...(typeof form === 'string' ? { form } : {}) };
  return { at, values, base, ...known, ...(over === undefined ? {} : { over: draftIn(over, now) }) };
}
