import { withinOf } from '@back-office/contract/resource/field.ts';
import { fieldOf } from '@back-office/contract/resource/resource.ts';
import { sectionsOf } from '@back-office/contract/resource/sections.ts';
import { Form } from 'antd';
import { useId } from 'react';
import { DraftOfferBar } from '../drafts/draft-offer-bar.tsx';
import type { Values } from '../fields/field-kit.ts';
import { rejectInvalid } from '../fields/reject-invalid.ts';
import { resolveInput } from '../fields/kit-of.ts';
import { useFocusFirst } from '../../platform/keyboard/use-focus-first.ts';
import { ChangedBanner } from '../../platform/live/changed-banner.tsx';
import { pick, type Editor } from '../hooks/use-editor.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { isWideField } from './is-wide-field.ts';

const columns = { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))', columnGap: 24 };
const wholeRow = { gridColumn: '1 / -1' };

/** The form of a record, with the fields of `resource.form`. A field is checked on blur, and its message is hidden while typing. */
export function RecordForm({ editor }: { editor: Editor }) {
  const { resource, form, base } = editor;
  const id = useId();
  useFocusFirst(id, base['id'] !== undefined);
  const rulesOf = (name: string) => {
    const field = fieldOf(resource, name);
    return [
      { validateTrigger: 'onBlur', validator: (_rule: unknown, value: unknown) => rejectInvalid(field, value) },
      { validateTrigger: 'onChange', validator: () => Promise.resolve() },
    ];
  };
  // A value chosen within one organisation is invalid in another. Only on a user's change: a restored draft is consistent.
  const onValuesChange = (values: Values): void => {
    const dependentNames = resource.form.filter((name) => (withinOf(fieldOf(resource, name)) ?? '') in values);
    form.setFieldsValue(Object.fromEntries(dependentNames.map((name) => [name, null])));
    editor.touched();
  };
  const itemOf = (name: string) => {
    const field = fieldOf(resource, name);
    const { Input } = resolveInput(resource, name);
    return (
      <Form.Item
        key={name}
        name={name}
        label={field.label}
        extra={field.help}
        required={field.required === true}
        validateTrigger={['onBlur', 'onChange']}
        rules={rulesOf(name)}
        style={isWideField(resource, name) ? wholeRow : {}}
      >
        <Input resource={resource} field={field} name={name} row={base} />
      </Form.Item>
    );
  };
  return (
    <>
      <ChangedBanner resource={resource.name} base={base} />
      <DraftOfferBar offer={editor.offer} />
      <Form
        form={form}
        name={id}
        layout="vertical"
        initialValues={pick(resource, base)}
        style={columns}
        onValuesChange={onValuesChange}
        onFinish={editor.submit}
      >
        {sectionsOf(resource, resource.form).flatMap(({ title, names }) => [
          title !== undefined && (
            <h2 key={title} className="record-section">
              {title}
            </h2>
          ),
          ...names.map(itemOf),
        ])}
        {/* Enter in any input submits. */}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </Form>
      {editor.conflict !== undefined && <ConflictDialog editor={editor} current={editor.conflict} />}
    </>
  );
}
