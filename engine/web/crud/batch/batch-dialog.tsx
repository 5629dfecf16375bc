import type { Field } from '@back-office/contract/resource/field.ts';
import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { Checkbox, Form, Segmented } from 'antd';
import { useState } from 'react';
import { asText } from '../fields/as-text.ts';
import { isEmpty } from '../fields/is-empty.ts';
import { rejectInvalid } from '../fields/reject-invalid.ts';
import { resolveInput } from '../fields/kit-of.ts';
import type { Values } from '../fields/field-kit.ts';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import { EachDialog } from './each-dialog.tsx';
import { dependentFields, planChanges, type ListChange } from './plan-changes.ts';

interface BatchDialogProps {
  resource: Resource;
  rows: readonly AnyRow[];
  editable?: ((row: Values) => boolean) | undefined;
  onDone: (saved: readonly AnyRow[], changedByOthers: readonly AnyRow[]) => void;
  onClose: () => void;
}

const ways: { value: ListChange; label: string }[] = [
  { value: 'add', label: '增加' },
  { value: 'remove', label: '去掉' },
  { value: 'set', label: '改为' },
];
const maxNames = 3;

/** Changes a few fields of the ticked records. Shows which fields, their new values and how many records change before anything is saved. */
export function BatchDialog({ resource, rows, editable, onDone, onClose }: BatchDialogProps) {
  const [form] = Form.useForm<Values>();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [listChanges, setListChanges] = useState<Readonly<Record<string, ListChange>>>({});
  const values = Form.useWatch((all: Values) => all, form) ?? {};
  const fields = resource.listOptions?.batch ?? [];
  const wayOf = (name: string): ListChange => (fieldOf(resource, name).kind === 'references' ? (listChanges[name] ?? 'add') : 'set');
  const chosenFields = chosen.map((name) => ({ name, value: values[name] ?? null, way: wayOf(name) }));
  const editableRows = rows.filter((row) => editable?.(row) !== false);
  const changes = planChanges(resource, editableRows, chosenFields);
  const choose = (name: string, on: boolean): void => {
    setChosen(fields.filter((other) => (other === name ? on : chosen.includes(other))));
    if (!on) form.setFieldValue(name, null);
  };
  const clearDependents = (changed: Values): void => {
    for (const name of Object.keys(changed).flatMap((one) => dependentFields(resource, one))) form.setFieldValue(name, null);
  };
  return (
    <EachDialog
      resource={resource}
      title={`批量修改${resource.title}`}
      verb="修改"
      changes={changes}
      validate={() => form.validateFields()}
      onDone={onDone}
      onClose={onClose}
    >
      <Form form={form} layout="vertical" className="batch-fields" onValuesChange={clearDependents}>
        {fields.map((name) => (
          <div key={name} className="batch-field">
            <Checkbox checked={chosen.includes(name)} onChange={({ target }) => choose(name, target.checked)}>
              {fieldOf(resource, name).label}
            </Checkbox>
            {chosen.includes(name) ? (
              <BatchField
                resource={resource}
                name={name}
                way={wayOf(name)}
                setWay={(way) => setListChanges({ ...listChanges, [name]: way })}
                cleared={dependentFields(resource, name).filter((other) => !chosen.includes(other))}
              />
            ) : (
              <span className="batch-same">不修改</span>
            )}
          </div>
        ))}
      </Form>
      <p className="batch-sum" role="status">
        {summary(resource, rows, editableRows, changes.length, chosen.length)}
      </p>
    </EachDialog>
  );
}

interface BatchFieldProps {
  resource: Resource;
  name: string;
  way: ListChange;
  setWay: (way: ListChange) => void;
  /** Fields that are cleared when this one changes. */
  cleared: readonly string[];
}

function BatchField({ resource, name, way, setWay, cleared }: BatchFieldProps) {
  const field = fieldOf(resource, name);
  const { Input } = resolveInput(resource, name);
  const value: unknown = Form.useWatch(name);
  const clears = isEmpty(value) && way === 'set' && field.required !== true && field.kind !== 'boolean';
  return (
    <div className="batch-value">
      {field.kind === 'references' && (
        <Segmented size="small" options={ways} value={way} onChange={setWay} aria-label={`${field.label}怎样修改`} />
      )}
      <Form.Item
        name={name}
        label={field.label}
        extra={hintOf(resource, field, cleared, clears)}
        rules={[{ validator: (_rule, value: unknown) => check(field, way, value) }]}
      >
        <Input resource={resource} field={field} name={name} row={{}} />
      </Form.Item>
    </div>
  );
}

const hintOf = (resource: Resource, { help }: Field, cleared: readonly string[], clears: boolean): string | undefined => {
  const lost = cleared.map((name) => fieldOf(resource, name).label).join('、');
  const hints = [lost === '' ? help : `改动后，原来的${lost}会清空`, clears ? '留空即清空' : undefined];
  return hints.filter((hint) => hint !== undefined).join('；') || undefined;
};

function check(field: Field, way: ListChange, value: unknown): Promise<void> {
  if (way !== 'set' && isEmpty(value)) return Promise.reject(new Error(`请选择${field.label}`));
  return rejectInvalid(field, value);
}

function summary(resource: Resource, rows: readonly AnyRow[], editableRows: readonly AnyRow[], count: number, fields: number): string {
  const others = rows.filter((row) => !editableRows.includes(row)).map((row) => asText(row[resource.label]));
  const lockedNote =
    others.length === 0
      ? ''
      : `；${grouped(others.length)} 条不能由您修改：${others.slice(0, maxNames).join('、')}${others.length > maxNames ? ' 等' : ''}`;
  if (fields === 0) return `已选 ${grouped(rows.length)} 条，请勾选要修改的字段${lockedNote}。`;
  const same = editableRows.length - count;
  return `已选 ${grouped(rows.length)} 条，将修改 ${grouped(count)} 条${same > 0 ? `；${grouped(same)} 条已经如此，不改动` : ''}${lockedNote}。`;
}
