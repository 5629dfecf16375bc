import { dataScopes } from '@back-office/contract/data-scopes.ts';
import type { ReferencesField } from '@back-office/contract/resource/field.ts';
import type { DraftOf } from '@back-office/contract/resource/row.ts';
import { asText } from '@back-office/web/crud/fields/as-text.ts';
import type { InputProps } from '@back-office/web/crud/fields/field-kit.ts';
import { recordKit } from '@back-office/web/crud/fields/record-kit.tsx';
import { Form, Typography } from 'antd';
import type { role } from '../role.ts';

const references = recordKit<ReferencesField>('several');

/** Selects organisations if 数据范围 is 自定义, the only value that needs them; those selected before are kept with the role. */
export function ScopeOrgsInput(props: InputProps<ReferencesField, DraftOf<typeof role>>) {
  const watched: unknown = Form.useWatch('dataScope', Form.useFormInstance());
  // Undefined until the form is rendered.
  const scope = watched === undefined ? props.row.dataScope : watched;
  if (asText(scope) !== dataScopes.custom) return <Typography.Text type="secondary">数据范围为“{dataScopes.custom}”时选择</Typography.Text>;
  return <references.Input {...props} />;
}
