import type { Resource } from '@back-office/contract/resource/resource.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { newKey } from '../../platform/request/new-key.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import { useDirty } from '../../platform/tabs/use-dirty.ts';
import type { Values } from '../fields/field-kit.ts';
import { draftName, draftStore, nonSecretValues, type Draft } from './draft-store.ts';
import { isEmptyDraft, mergeDraft, overlay } from './merge-draft.ts';

/** The form whose input is kept. */
interface DraftedForm {
  resource: Resource;
  base: Values;
  formValues: () => Values;
  /** Without a picture that is being sent: its input marks the tab by itself. */
  changed: () => boolean;
  /** Puts a draft into the form, together with the base values that the draft began with. */
  restore: (values: Values, base: Values) => void;
}

/** An earlier draft that the user has not yet accepted or discarded. */
export interface DraftOffer {
  at: number;
  /** Who proposes it; absent if the person typed it. */
  from?: string | undefined;
  restore: () => void;
  decline: () => void;
}

interface RecordDraft {
  offer: DraftOffer | undefined;
  /** To be called with every change of the form. */
  touched: () => void;
  /** Call once the input has been saved or discarded. */
  settled: () => void;
}

/** Keeps a form's unsaved input in this browser, without secrets, and marks the tab as unsaved meanwhile. */
export function useRecordDraft({ resource, base, formValues, changed, restore }: DraftedForm): RecordDraft {
  const [begun] = useState(() => draftName(resource, base));
  // A new record is a stored one once it is saved, even if its form stays open.
  const name = typeof base['id'] === 'string' ? draftName(resource, base) : begun;
  const stored = useStoredDraft(name);
  const [dirty, setDirty] = useState(false);
  const [offered, setOffered] = useState(() => offerOf(stored.read(), base));
  /** Whether the offered draft still waits: the person may have restored or discarded it in another form. */
  const isWaiting = (): boolean => offered !== undefined && stored.read() !== undefined;
  const clean = useDirty(dirty, stored.forget);
  const withoutSecrets = (values: Values): Values => nonSecretValues(resource, values);

  const keep = (waiting: Draft | undefined): void => {
    const now = withoutSecrets(formValues());
    const began = withoutSecrets(base);
    const draft = waiting ?? { values: now, base: { ...began, version: base['version'] } };
    // Without `from`: it is no longer only what was proposed.
    stored.write({ values: mergeDraft(draft, began, now), base: draft.base });
  };
  const touched = (): void => {
    const isDirty = changed();
    setDirty(isDirty);
    if (!isWaiting()) setOffered(undefined);
    if (isDirty) keep(isWaiting() ? offered : undefined);
    else stored.forget();
  };
  const compare = useEffectEvent(() => void (changed() && touched()));
  useEffect(() => compare(), [base]);
  const settleOffer = (): void => {
    setOffered(undefined);
    stored.remove();
  };
  return {
    touched,
    settled: () => {
      clean();
      setDirty(false);
      if (dirty) stored.forget();
    },
    offer:
      offered === undefined
        ? undefined
        : {
            at: offered.at,
            from: offered.from,
            restore: () => {
              settleOffer();
              restore(mergeDraft(offered, withoutSecrets(base), withoutSecrets(formValues())), overlay(base, offered.base));
            },
            decline: () => {
              settleOffer();
              if (changed()) keep(undefined);
            },
          },
  };
}

/** The draft of this form in the store. It replaces that of another form, such as the one that is offered, until either is forgotten. */
function useStoredDraft(name: string) {
  const [userId] = useState(() => sessionStore.get().userId);
  const [form] = useState(newKey);
  const read = (): Draft | undefined => draftStore.read(userId, name);
  const remove = (): void => draftStore.remove(userId, name);
  const put = (draft: Draft | undefined): void => (draft === undefined ? remove() : draftStore.write(userId, name, draft));
  return {
    read,
    remove,
    write: (draft: Pick<Draft, 'values' | 'base'>): void => {
      const before = read();
      put({ ...draft, at: Date.now(), form, over: before?.form === form ? before.over : before && { ...before, over: undefined } });
    },
    forget: (): void => {
      const now = read();
      if (now?.form === form) put(now.over);
      else if (now?.over?.form === form) put({ ...now, over: undefined });
    },
  };
}

const offerOf = (draft: Draft | undefined, base: Values): Draft | undefined =>
  draft === undefined || isEmptyDraft(draft, base) ? undefined : draft;
