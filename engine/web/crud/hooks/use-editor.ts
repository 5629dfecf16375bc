import { checkRecord } from '@back-office/contract/resource/check-record.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { Form, type FormInstance } from 'antd';
import { useApp } from '../../platform/feedback/use-app.ts';
import { useState } from 'react';
import { theOffice } from '../../platform/office/open-office.ts';
import { sending } from '../../files/upload/sending.ts';
import { mergeDraft } from '../drafts/merge-draft.ts';
import { useRecordDraft, type DraftOffer } from '../drafts/use-record-draft.ts';
import type { Values } from '../fields/field-kit.ts';
import { differences } from '../merge-conflict.ts';
import type { SaveOutcome } from '../save-outcome.ts';
import { valuesToSave } from '../values-to-save.ts';
import { useIssues } from './use-issues.ts';
import { commitInput } from '../../platform/keyboard/commit-input.ts';
import { useOnce } from '../../platform/timing/use-once.ts';
import { useLeft } from '../../platform/tabs/use-left.ts';
import { useSave } from './use-save.ts';
import { useShowUses } from './use-show-uses.tsx';

/** An open form: its initial values, and the ways to close it. */
export interface Editor {
  resource: Resource;
  form: FormInstance<Values>;
  base: Values;
  saving: boolean;
  /** The record stored now, while the person has yet to resolve the conflict with their input. */
  conflict: AnyRow | undefined;
  submit: () => void;
  /** Resolves a conflict: saves these values against the record stored now. */
  settle: (values: Values) => void;
  /** Closes the conflict unresolved; the form keeps its input. */
  leave: () => void;
  changed: () => boolean;
  /** To be called with every change of the form. */
  touched: () => void;
  /** Discards the input, here and in the draft in this browser. */
  discard: () => void;
  offer: DraftOffer | undefined;
}

/**
 * Edits a record, or a new one, which has no id. Checks by the server's own rules first. The form stays if somebody typed during the save; if they left
 * it, the answer closes nothing, as another form may be open in its place.
 */
export function useEditor(resource: Resource, start: Values, onSaved: (record: AnyRow, stays: boolean) => void): Editor {
  const { message } = useApp();
  const showUses = useShowUses();
  const [form] = Form.useForm<Values>();
  const [base, setBase] = useState(start);
  const [conflict, setConflict] = useState<AnyRow>();
  const { saving, accompanied, save } = useSave(resource);
  const once = useOnce();
  const left = useLeft();
  const { showIssues, complain } = useIssues(resource, form);
  const formValues = (): Values => form.getFieldsValue(true);
  const edited = (): boolean => valuesToSave(resource, { ...base, id: base['id'] ?? '' }, formValues()) !== undefined;
  const restart = (values: Values, from: Values): void => (setBase(from), form.setFieldsValue(values));
  const { offer, touched, settled } = useRecordDraft({ resource, base, formValues, changed: edited, restore: restart });
  const attempt = async (against: Values, values: Values): Promise<void> => {
    const current = { whole: against['id'] === undefined, current: against, rules: theOffice().rules };
    const issues = [...sending.issues(form), ...checkRecord(resource, pick(resource, values), current).issues];
    if (issues.length > 0) return showIssues(issues);
    const payload = valuesToSave(resource, against, values);
    if (payload === undefined && !accompanied) return finish(against as AnyRow, values, () => message.info('没有需要保存的修改'));
    show(await save(payload, against), against, values);
  };
  const finish = (record: AnyRow, sent: Values, say: () => unknown): void => {
    const later = typedSince(resource, sent, formValues(), record);
    void (later === undefined ? say() : message.success('已保存；保存期间填写的内容还没有保存'));
    settled();
    if (later !== undefined) restart(later, record);
    onSaved(record, later !== undefined || left.current);
  };
  const show = (outcome: SaveOutcome, against: Values, values: Values): void => {
    switch (outcome.kind) {
      case 'saved':
        return finish(outcome.record, values, () => message.success('保存成功'));
      case 'issues':
        return showIssues(outcome.issues);
      case 'uses':
        return showUses('不能保存', outcome.uses, typeof base['id'] === 'string' ? [base['id']] : []);
      case 'version':
        // Both made the same changes: there is nothing to resolve.
        if (differences(resource, against, values, outcome.current).length === 0) return void attempt(outcome.current, values);
        return setConflict(outcome.current);
      case 'failed':
        if (outcome.message !== undefined) complain(outcome.message);
    }
  };
  const state = { resource, form, base, saving, conflict, changed: () => sending.in(form) || edited(), touched, offer, discard: settled };
  return {
    ...state,
    submit: () => (commitInput(), once(() => attempt(base, formValues()))),
    settle: (values) => {
      if (conflict === undefined) return;
      restart(values, conflict);
      setConflict(undefined);
      once(() => attempt(conflict, values));
    },
    leave: () => setConflict(undefined),
  };
}

/** The saved record with what was typed after `sent` was sent; undefined if nothing was. */
const typedSince = (resource: Resource, sent: Values, typed: Values, saved: AnyRow): Values | undefined =>
  valuesToSave(resource, { ...sent, id: '' }, typed) &&
  mergeDraft({ values: pick(resource, saved) }, pick(resource, sent), pick(resource, typed));

/** Only the values that the form writes. */
export const pick = (resource: Resource, row: Values): Values => Object.fromEntries(resource.form.map((name) => [name, row[name]]));
