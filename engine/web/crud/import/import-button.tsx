import { ImportOutlined } from '@ant-design/icons';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';

const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }));

/** Opens the import of a resource; nothing of it is loaded before. */
export function ImportButton({ resource }: { resource: Resource }) {
  const [shown, show] = useState(false);
  return (
    <>
      <Button icon={<ImportOutlined aria-hidden />} onClick={() => show(true)}>
        导入
      </Button>
      {shown && (
        <Suspense>
          <ImportDialog resource={resource} close={() => show(false)} />
        </Suspense>
      )}
    </>
  );
}
