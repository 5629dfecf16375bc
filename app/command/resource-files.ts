interface Named {
  readonly module: string;
  /** The resource's name after the module's, such as agreement-line. */
  readonly name: string;
  readonly title: string;
  /** Its place in the menu. */
  readonly order: number;
}

/** agreement-line as the name of a value: agreementLine. */
export const nameOfValue = (name: string): string => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

const snakeOf = (name: string): string => name.replaceAll('-', '_');

/** The name of the unique constraint, by which a refusal names the duplicate field. */
export const constraintOf = ({ module, name }: Pick<Named, 'module' | 'name'>): string =>
  `${module}_${snakeOf(name)}_${snakeOf(name)}_name_key`;

/** An initial declaration: a name, a state and a remark. */
export function declarationOf({ module, name, title }: Named): string {
  const value = nameOfValue(name);
  return `import { defineResource, statuses } from 'back-office/contract';

/** ${title}。 */
export const ${value} = defineResource({
  name: '${module}/${name}',
  title: '${title}',
  table: '${module}_${snakeOf(name)}',
  label: '${value}Name',
  fields: {
    ${value}Name: { kind: 'text', label: '${title}名称', required: true, max: 100, log: 'plain', width: 220 },
    ${value}Status: { kind: 'dict', label: '状态', required: true, dict: 'status', default: statuses.enabled, log: 'plain', width: 90 },
    ${value}Remark: { kind: 'longText', label: '备注', max: 500, log: 'plain' },
  },
  list: ['${value}Name', '${value}Status', 'createTime'],
  form: ['${value}Name', '${value}Status', '${value}Remark'],
  import: ['${value}Name', '${value}Remark'],
  sort: '${value}Name:asc',
  unique: [['${value}Name']],
});
`;
}

/** The table of that declaration. */
export function migrationOf(named: Named): string {
  const { module, name } = named;
  const own = snakeOf(name);
  const table = `${module}_${own}`;
  return `CREATE TABLE ${table} (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  ${own}_name text NOT NULL,
  ${own}_status text NOT NULL,
  ${own}_remark text,
  label_pinyin text,
  CONSTRAINT ${constraintOf(named)} UNIQUE (${own}_name)
);
-- Programs may ask for what changed: the column of the label, and those of the data scope where there is one.
SELECT follow_changes('${table}', '${own}_name');
`;
}

/** The feature of that declaration, as an element of the module's list. */
export const featureOf = ({ module, name, title, order }: Named): string => `    {
      name: '${module}-${name}',
      resources: [${nameOfValue(name)}],
      menu: [{ resource: '${module}/${name}', group: '/${module}', order: ${order}, title: '${title}', icon: 'file' }],
    },
`;
