import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { Checked } from '../crud/checked.ts';
import type { Wraps } from '../crud/wrap-operations.ts';
import { refusedRows } from '../platform/http/refusal.ts';
import { dropEmbedded, embedFiles } from './embedded-files.ts';

/**
 * The fields of a resource that hold a picture of its record. A person's avatar is not one: it stays their own file, which every colleague may read
 * while it is their avatar (file-for.ts).
 */
export const pictureFields = ({ name, fields }: Resource): string[] =>
  Object.keys(fields).filter((field) => fields[field]?.kind === 'file' && !(name === 'sys/user' && field === 'userAvatar'));

/**
 * A file that a save puts in a field of the kind `file` becomes part of the record, so that people who see the record see the picture; the previous
 * file is deleted. It is uploaded unattached, because a form has no record yet.
 */
export const attachPictures: Wraps = {
  write: (next) => async (context, resource, checked) => {
    const written = await next(context, resource, checked);
    for (const name of pictureFields(resource))
      for (const { row, id, was, is } of changedIn(checked, name)) {
        const owner = { otcType: resource.name, otcId: id };
        if (is !== undefined && (await embedFiles(context, owner, [is])) === 0)
          throw refusedRows([{ row, field: name, message: `${resource.fields[name]?.label}已不存在或属于其他记录，请重新选择` }], checked);
        if (was !== undefined) await dropEmbedded(context, owner, [was]);
      }
    return written;
  },
};

/** The records whose picture in this field changes, by their rows, with the old and the new one. */
const changedIn = (checked: readonly Checked[], name: string) =>
  checked
    .map(({ id, values, current }, row) => ({ row, id, given: values[name], was: idIn(current?.[name]), is: idIn(values[name]) }))
    .filter(({ given, was, is }) => given !== undefined && is !== was);

const idIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
