import type { DictField, IdsField } from '@back-office/contract/resource/field.ts';
import { parentFieldOf } from '@back-office/contract/resource/resource.ts';
import { Form, Typography } from 'antd';
import { ariaOf } from '@back-office/web/crud/fields/aria-of.ts';
import { asIds, asText } from '@back-office/web/crud/fields/as-text.ts';
import type { InputProps } from '@back-office/web/crud/fields/field-kit.ts';
import { FlatSelect } from '@back-office/web/crud/fields/flat-select.tsx';
import { dict } from '@back-office/web/crud/fields/dict.tsx';
import { NestedSelect } from '@back-office/web/crud/fields/nested-select.tsx';
import { theOffice } from '@back-office/web/platform/office/open-office.ts';
import { targets } from './targets-cell.tsx';

const none: ReadonlyMap<string, string> = new Map();

/** Selects the targets for the scope: organisations from their tree, roles or people by name. */
export function TargetsInput({ field, id, value, onChange, onBlur, ...rest }: InputProps<IdsField>) {
  const scope: unknown = Form.useWatch('msgScope');
  const target = targets[asText(scope)];
  if (target === undefined) return <Typography.Text type="secondary">全部用户都会收到，无需选择</Typography.Text>;
  const resource = theOffice().resourceOf(target);
  const Select = parentFieldOf(resource) === undefined ? FlatSelect : NestedSelect;
  return (
    <Select
      key={target}
      target={resource}
      chosen={asIds(value)}
      names={none}
      multiple
      label={field.label}
      id={id}
      aria={ariaOf(rest)}
      onChange={(ids) => onChange?.(ids)}
      onBlur={onBlur}
    />
  );
}

/** Changing the scope clears the targets, which belong to the previous one. */
export function ScopeInput(props: InputProps<DictField>) {
  const form = Form.useFormInstance();
  const change = (next: unknown): void => {
    if (next !== props.value) form.setFieldValue('targetIds', []);
    props.onChange?.(next);
  };
  return <dict.Input {...props} onChange={change} />;
}
