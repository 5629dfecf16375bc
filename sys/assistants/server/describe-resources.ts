import type { Field } from '@back-office/contract/resource/field.ts';
import { may, type Rights } from '@back-office/contract/resource/permission.ts';
import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';

const describedPermissions = ['read', 'add', 'edit', 'delete', 'export'] as const;

/** The resources with a list that these rights may read. */
export const readableResources = (resources: readonly Resource[], rights: Rights): Resource[] =>
  resources.filter(({ name, operations }) => operations.includes('select-page') && may(rights, name, 'read'));

/** A resource on one line. */
export const lineOf = ({ name, title }: Resource, rights: Rights) => ({
  resource: name,
  title,
  permissions: describedPermissions.filter((permission) => may(rights, name, permission)),
});

/** The description of a resource: enough to search, read and propose. */
export const describeResource = (resource: Resource, rights: Rights) => ({
  ...lineOf(resource, rights),
  knownBy: resource.label,
  searchedBy: resource.browse.find ?? [resource.label],
  sort: resource.sort,
  fields: Object.entries(resource.fields).flatMap(([name, field]) => (field.kind === 'secret' ? [] : [describeField(name, field)])),
  form: proposable(resource),
});

/** Fields that a proposal may set: those of the form except secrets and files. */
export const proposable = (resource: Resource): string[] =>
  resource.form.filter((name) => !['secret', 'file'].includes(fieldOf(resource, name).kind));

function describeField(name: string, field: Field) {
  const { kind, label, required, help } = field;
  return {
    name,
    label,
    kind,
    ...(required === true ? { required } : {}),
    ...(help === undefined ? {} : { help }),
    ...('max' in field ? { max: field.max } : {}),
    ...('dict' in field ? { dictionary: field.dict } : {}),
    ...('to' in field ? { refersTo: field.to } : {}),
  };
}
