import { msg } from '../msg.ts';
import type { ReactNode } from 'react';
import { attachmentTypes } from '@back-office/web/files/upload/attachment-types.ts';
import { Attachments } from '@back-office/web/files/upload/attachments.tsx';
import { Uploader } from '@back-office/web/files/upload/uploader.tsx';
import { UploadList } from '@back-office/web/files/upload/upload-list.tsx';
import { useUploads } from '@back-office/web/files/upload/use-uploads.ts';
import { isPromisedTo, isUnpromised, nothing, useNewFiles } from './use-new-files.ts';

/** The attachments below the form of a stored notice; changes apply at once, without 保存. Above them are uploads that were begun before it was stored. */
export const FilesCard = ({ id }: { id: string }) => (
  <Card>
    <PromisedUploads id={id} />
    <Attachments otcType={msg.name} otcId={id} editable />
  </Card>
);

function PromisedUploads({ id }: { id: string }) {
  const items = useUploads((upload) => isPromisedTo(id, upload));
  return items.length > 0 && <UploadList items={items} />;
}

/** The attachments below the form of a new notice, which are attached when it is saved; the form may stay, then with those that are still uploading. */
export const NewFilesCard = ({ files, add, remove, linkedTo }: ReturnType<typeof useNewFiles>) => (
  <Card>
    <PromisedUploads id={linkedTo} />
    <Uploader {...nothing} wanted={isUnpromised} files={files} types={attachmentTypes} onStored={add} onDelete={remove} />
  </Card>
);

const Card = ({ children }: { children: ReactNode }) => (
  <section className="crud-card notice-files-card" aria-label="附件">
    <h2 className="notice-files-head">附件</h2>
    {children}
  </section>
);
