import type { Resource } from '@back-office/contract/resource/resource.ts';
import { useState } from 'react';
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
  /** Call once the input has been saved or discarded; then runs `go`. */
  settled: (go?: () => void) => void;
}

/** Keeps a form's unsaved input in this browser, without secrets, and marks the tab as unsaved meanwhile. */
export function useRecordDraft({ resource, base, formValues, changed, restore }: DraftedForm): RecordDraft {
  const [name] = useState(() => draftName(resource, base));
  const [userId] = useState(() => sessionStore.get().userId);
  const [dirty, setDirty] = useState(false);
  const [offered, setOffered] = useState(() => offerOf(draftStore.read(userId, name), base));
  /** Whether the offered draft still waits: the person may have restored or discarded it in another form. */
  const isWaiting = (): boolean => offered !== undefined && draftStore.read(userId, name) !== undefined;
  /** Forgets what was typed here; a draft that is still offered stays as it was. */
  const forget = (): void =>
    offered !== undefined && isWaiting() ? draftStore.write(userId, name, offered) : draftStore.remove(userId, name);
  const clean = useDirty(dirty, forget);
  const withoutSecrets = (values: Values): Values => nonSecretValues(resource, values);

  const keep = (waiting: Draft | undefined): void => {
    const now = withoutSecrets(formValues());
    const began = withoutSecrets(base);
    const draft = waiting ?? { values: now, base: { ...began, version: base['version'] } };
    draftStore.write(userId, name, { ...draft, values: mergeDraft(draft, began, now), at: Date.now() });
  };
  const touched = (): void => {
    const isDirty = changed();
    setDirty(isDirty);
    if (!isWaiting()) setOffered(undefined);
    if (isDirty) keep(isWaiting() ? offered : undefined);
    else forget();
  };
  return {
    touched,
    settled: (go) => {
      clean();
      setDirty(false);
      if (dirty) forget();
      go?.();
    },
    offer:
      offered === undefined
        ? undefined
        : {
            at: offered.at,
            from: offered.from,
            restore: () => {
              restore(mergeDraft(offered, withoutSecrets(base), withoutSecrets(formValues())), overlay(base, offered.base));
              setOffered(undefined);
              setDirty(true);
            },
            decline: () => {
              setOffered(undefined);
              if (changed()) keep(undefined);
              else draftStore.remove(userId, name);
            },
          },
  };
}

const offerOf = (draft: Draft | undefined, base: Values): Draft | undefined =>
  draft === undefined || isEmptyDraft(draft, base) ? undefined : draft;
