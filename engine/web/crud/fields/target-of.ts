import type { ParentField, ReferenceField, ReferencesField } from '@back-office/contract/resource/field.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { theOffice } from '../../platform/office/open-office.ts';

/** A field whose value is the id of another record, or a list of them. */
export type RecordField = ReferenceField | ReferencesField | ParentField;

/** The resource that the field refers to; a parent field refers to its own resource. */
export const targetOf = (field: RecordField, resource: Resource): Resource =>
  field.kind === 'parent' ? resource : theOffice().resourceOf(field.to);
