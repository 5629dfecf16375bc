import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { useRecordDraft } from '@back-office/web/crud/drafts/use-record-draft.ts';
import type { Values } from '@back-office/web/crud/fields/field-kit.ts';
import { pick, type Editor } from '@back-office/web/crud/hooks/use-editor.ts';
import { useIssues } from '@back-office/web/crud/hooks/use-issues.ts';
import { differences } from '@back-office/web/crud/merge-conflict.ts';
import { sameValue } from '@back-office/web/crud/same-value.ts';
import { outcomeOf } from '@back-office/web/crud/save-outcome.ts';
import { valuesToSave } from '@back-office/web/crud/values-to-save.ts';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { useRepeatable } from '@back-office/web/platform/request/use-repeatable.ts';
import { sessionStore } from '@back-office/web/platform/session/session-store.ts';
import { useBusy } from '@back-office/web/platform/timing/use-busy.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Form, type FormInstance } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { ownUser } from '../../users/own-user.ts';

/** The fields of the personal centre, as a resource with its own name, so that its drafts are separate from those of user records. */
const profile: Resource = { ...ownUser, name: 'profile', form: ['userName', 'userGender', 'userPhone', 'userEmail'] };

/** The query of the user's own record. */
export const profileKey = (userId: string): readonly string[] => ['sys/user', 'select-info', userId];

const typedIn = (form: FormInstance<Values>): Values => pick(profile, form.getFieldsValue());

/** The form, and the record that its input began with: another version of the record is taken over wherever nothing was typed. */
function useBase(row: RecordOf<typeof ownUser>, paused: boolean) {
  const [form] = Form.useForm<Values>();
  const [base, setBase] = useState<Values>(row);
  const formValues = (): Values => typedIn(form);
  const changed = (): boolean => valuesToSave(profile, base, formValues()) !== undefined;
  const restart = (values: Values, from: Values): void => {
    setBase(from);
    form.setFieldsValue(values);
  };
  /** Begins with `next`; input that differs from `before` stays. */
  const rebase = (before: Values, next: Values): void => {
    const values = formValues();
    const untouched = profile.form.filter((name) => sameValue(values[name], before[name]));
    restart(pick({ ...profile, form: untouched }, next), next);
  };
  const draft = useRecordDraft({ resource: profile, base, formValues, changed, restore: restart });

  const catchUp = useEffectEvent((): void => {
    const values = formValues();
    const now: Values = row;
    const clashes = profile.form.some((name) => !sameValue(values[name], base[name]) && !sameValue(now[name], base[name]));
    if (row.version > Number(base['version']) && !clashes) rebase(base, row);
    // What was typed during a save is unsaved again.
    else if (changed()) draft.touched();
  });
  useEffect(() => {
    if (!paused) catchUp();
  }, [row, base, paused]);
  return { form, base, restart, rebase, ...draft };
}

/** Edits the user's own details, of which `row` is the version read last: sends only what they changed, with the version that they began with. */
export function useProfileEditor(row: RecordOf<typeof ownUser>): Omit<Editor, 'changed' | 'discard'> {
  const { message } = useApp();
  const queries = useQueryClient();
  const [conflict, setConflict] = useState<Editor['conflict']>();
  const [saving, work] = useBusy();
  const repeatable = useRepeatable();
  const { form, base, restart, rebase, settled, ...draft } = useBase(row, conflict !== undefined);
  const { showIssues, complain } = useIssues(profile, form);

  const takeOver = (saved: RecordOf<typeof ownUser>, values: Values): void => {
    settled();
    queries.setQueryData(profileKey(row.id), saved);
    rebase(values, saved);
    sessionStore.rename({ userName: saved.userName });
    void message.success('保存成功');
  };
  const attempt = async (against: Values, values: Values): Promise<void> => {
    const json = valuesToSave(profile, against, values);
    if (json === undefined) {
      void message.info('没有需要保存的修改');
      return settled();
    }
    try {
      const saved = await repeatable(json, (attempt) =>
        request<RecordOf<typeof ownUser>>('/api/sys/user/save-info', { method: 'PUT', ...attempt, quiet: true }),
      );
      takeOver(saved, values);
    } catch (error) {
      refuse(error, against, values);
    }
  };
  const refuse = (error: unknown, against: Values, values: Values): void => {
    const outcome = outcomeOf(ownUser, error);
    if (outcome.kind === 'issues') showIssues(outcome.issues);
    if (outcome.kind === 'failed' && outcome.message !== undefined) complain(outcome.message);
    if (outcome.kind !== 'version') return;
    // Both made the same changes: there is nothing to resolve.
    if (differences(profile, against, values, outcome.current).length === 0) return takeOver(outcome.current, values);
    setConflict(outcome.current);
    queries.setQueryData(profileKey(row.id), outcome.current);
  };
  return {
    ...draft,
    resource: profile,
    form,
    base,
    saving,
    conflict,
    submit: () => void work(() => attempt(base, typedIn(form))),
    settle: (values) => {
      if (conflict === undefined) return;
      setConflict(undefined);
      restart(values, conflict);
      void work(() => attempt(conflict, values));
    },
    leave: () => setConflict(undefined),
  };
}
