import type { FormInstance } from 'antd';
import { useEffect, useRef } from 'react';
import type { Values } from '@back-office/web/crud/fields/field-kit.ts';
import { kitOf } from '@back-office/web/crud/fields/kit-of.ts';
import { ListCell } from '@back-office/web/crud/parts/list-cell.tsx';
import { RecordDetails } from '@back-office/web/crud/parts/record-details.tsx';
import { FieldForm } from '@back-office/web/testing/field-form.tsx';
import { sampleOf } from '@back-office/web/testing/sample.ts';
import { kinds, rowOf } from './kinds.ts';
import { Specimen } from './specimen.tsx';

/** Every kind of field in every state, with the inputs, cells and views of records. */
export const FieldStates = () =>
  Object.entries(kinds).map(([kind, shown]) => {
    const { field } = shown;
    const [usual, long, empty] = (['usual', 'long', 'empty'] as const).map((which) => rowOf(shown, which)) as [Values, Values, Values];
    const { Filter } = kitOf(field);
    const resource = sampleOf(field);
    return (
      <section key={kind} className="showcase-kind" aria-label={kind} data-kind={kind}>
        <h2>
          {field.label} <code>{kind}</code>
        </h2>
        <div className="showcase-states">
          {[usual, long, empty].map((row, at) => (
            <Specimen key={at} title={['列表单元格', '列表：很长', '列表：空'][at] ?? ''}>
              <div className="showcase-cell">
                <ListCell switchable={false} resource={resource} name="one" row={{ ...row, id: '1', version: 0 }} width={180} />
              </div>
            </Specimen>
          ))}
          <Specimen title="只读">
            <RecordDetails resource={resource} row={usual} />
          </Specimen>
          <Specimen title="只读：很长">
            <RecordDetails resource={resource} row={long} />
          </Specimen>
          <Specimen title="表单">
            <OneForm kind={kind} of="usual" row={usual} />
          </Specimen>
          <Specimen title="表单：很长">
            <OneForm kind={kind} of="long" row={long} />
          </Specimen>
          <Specimen title="表单：空">
            <OneForm kind={kind} of="empty" row={empty} />
          </Specimen>
          <Specimen title="表单：未通过">
            <OneForm kind={kind} of="refused" row={empty} issue={`${field.label}不能为空`} />
          </Specimen>
          <Specimen title="表单：禁用">
            <OneForm kind={kind} of="disabled" row={usual} disabled />
          </Specimen>
          <Specimen title="筛选">
            {Filter === undefined ? (
              <span>不能筛选</span>
            ) : (
              <Filter resource={resource} field={field} conditions={[]} onChange={() => undefined} />
            )}
          </Specimen>
        </div>
      </section>
    );
  });

interface OneFormProps {
  kind: string;
  of: string;
  row: Values;
  issue?: string;
  disabled?: boolean;
}

function OneForm({ kind, of, row, issue, disabled = false }: OneFormProps) {
  const form = useRef<FormInstance<Values>>(null);
  useEffect(() => {
    if (issue !== undefined) form.current?.setFields([{ name: 'one', errors: [issue] }]);
  }, [issue]);
  return <FieldForm one={kinds[kind as keyof typeof kinds].field} row={row} form={form} name={`${kind}-${of}`} disabled={disabled} />;
}
