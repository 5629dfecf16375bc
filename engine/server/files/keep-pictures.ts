import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { Checked } from '../crud/checked.ts';
import type { Wraps } from '../crud/wrap-operations.ts';
import { refusedField } from '../platform/http/refusal.ts';
import { dropEmbedded, embedFiles } from './embedded-files.ts';

/**
 * The fields of a resource that hold a picture of its record. The image of a person is none: it stays their own file, which every
 * colleague may read while they wear it (file-for.ts).
 */
export const pictureFields = ({ name, fields }: Resource): string[] =>
  name === 'sys/user' ? [] : Object.keys(fields).filter((field) => fields[field]?.kind === 'file');

/**
 * What a save names in a field of the kind `file` becomes part of its record, so that who sees the record sees its picture; what stood
 * there before goes. Uploaded it was for nothing: a form has no record yet.
 */
export const keepPictures: Wraps = {
  write: (next) => async (context, resource, checked) => {
    const written = await next(context, resource, checked);
    for (const name of pictureFields(resource))
      for (const { id, was, is } of changedIn(checked, name)) {
        const owner = { otcType: resource.name, otcId: id };
        if (is !== undefined && (await embedFiles(context, owner, [is])) === 0)
          throw refusedField(name, `${resource.fields[name]?.label}已不存在或属于其他记录，请重新选择`);
        if (was !== undefined) await dropEmbedded(context, owner, [was]);
      }
    return written;
  },
};

/** Which records get another picture in this field, and which they had. */
const changedIn = (checked: readonly Checked[], name: string) =>
  checked
    .filter(({ values, current }) => values[name] !== undefined && (values[name] ?? null) !== (current?.[name] ?? null))
    .map(({ id, values, current }) => ({ id, was: idIn(current?.[name]), is: idIn(values[name]) }));

const idIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
