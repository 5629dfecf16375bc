import type { Declared, NameIn, ResourceOf } from './declared.ts';
import type { Fields } from './field.ts';
import { baseFields } from './resource.ts';

const everyOperation = ['create', 'select', 'select-page', 'save', 'save-batch', 'delete', 'export'] as const;

/**
 * Creates a resource from its declaration and adds the base fields. `search` and `export` default to the names of the list, `operations` to all
 * operations, everything else to empty. The compiler checks every name against the fields; `checkResources` checks the rest at start.
 * @example
 * export const agreement = defineResource({
 *   name: 'acme/agreement',
 *   title: '合同',
 *   table: 'acme_agreement',
 *   label: 'agreementName',
 *   fields: { agreementName: { kind: 'text', label: '名称', required: true, max: 50, log: 'plain' } },
 *   list: ['agreementName'],
 *   form: ['agreementName'],
 *   sort: 'agreementName:asc',
 * });
 */
export function defineResource<
  const F extends Fields,
  const Table extends string,
  const Form extends readonly NameIn<F>[],
  const Hidden extends string = never,
>(declared: Declared<F, Table, Form, Hidden>): ResourceOf<F, Table, Form, Hidden> {
  return {
    search: declared.list,
    export: declared.list,
    import: [],
    unique: [],
    operations: everyOperation,
    rules: [],
    browse: {},
    ...declared,
    fields: { ...declared.fields, ...baseFields },
  };
}
