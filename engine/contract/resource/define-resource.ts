import type { Declared, NameIn, ResourceOf } from './declared.ts';
import type { Fields } from './field.ts';
import { baseFields } from './resource.ts';

const everyOperation = ['create', 'select', 'select-page', 'save', 'save-batch', 'delete', 'export'] as const;

/**
 * Makes a resource of its declaration: adds the base fields; `search` and `export` are the list's names unless given,
 * everything else absent is empty, and all operations answer. The compiler holds every name against the fields;
 * `checkResources` checks at start what it cannot see.
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
