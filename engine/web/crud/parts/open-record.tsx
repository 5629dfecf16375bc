import { Drawer } from 'antd';
import { useCallback, useState } from 'react';
import { createPortal } from 'react-dom';
import { useRecordShortcuts } from '../hooks/record-keys.ts';
import { type Shown, titleOf } from '../hooks/use-opened.ts';
import { RecordBeside } from './record-beside.tsx';
import { RecordEdit } from './record-edit.tsx';
import { RecordLoader } from './record-loader.tsx';
import { type BesideProps, RecordRead } from './record-read.tsx';
import { RecordSteps, type Steps } from './record-steps.tsx';
import { useClosing } from '../../platform/ui/use-closing.ts';
import { useWide } from '../../platform/appearance/use-wide.ts';

export interface OpenRecordProps extends BesideProps {
  shown: Shown;
  steps: Steps;
}

/** The open record: next to its list if there is room for both, over it otherwise. */
export function OpenRecord(props: OpenRecordProps) {
  useRecordShortcuts();
  const { resource, opened, shown, steps } = props;
  const [beside, roomy] = [useWide('xl'), useWide('md')];
  const { hide, closing } = useClosing(opened.saved);
  // One element that moves between the two places, so that narrowing the window loses no input.
  const [content] = useState(() => document.createElement('div'));
  const place = useCallback((at: HTMLElement | null) => at?.append(content), [content]);
  const stays = beside || (shown.editing && opened.openedFromReading);
  const leave = stays ? opened.leave : () => opened.guard(hide);
  const panelProps = { title: titleOf(resource, shown), children: <div ref={place} /> };
  return (
    <>
      {beside ? (
        <RecordBeside
          {...panelProps}
          // A change of record, or from reading to editing, starts at the top.
          about={`${shown.id} ${String(shown.editing)}`}
          steps={<RecordSteps {...steps} />}
          close={shown.editing ? opened.leave : opened.close}
        />
      ) : (
        <Drawer
          {...panelProps}
          {...closing}
          rootClassName="record-over"
          size={roomy ? 560 : '100%'}
          onClose={leave}
          extra={<RecordSteps {...steps} />}
        />
      )}
      {createPortal(<Content {...props} leave={leave} saved={stays ? opened.saved : hide} />, content)}
    </>
  );
}

function Content({ leave, saved, ...props }: OpenRecordProps & { leave: () => void; saved: () => void }) {
  const { resource, opened, shown, editable } = props;
  const { id, editing, preset } = shown;
  return (
    <RecordLoader key={`${id} ${String(editing)}`} resource={resource} id={id} toList={leave}>
      {(row) =>
        editing ? (
          <RecordEdit
            {...{ resource, leave, saved }}
            // What the page asks of a stored record says nothing about a new one.
            editable={id === 'new' ? undefined : editable}
            start={{ ...row, ...preset }}
            watch={opened.watchForm}
          />
        ) : (
          <RecordRead {...props} row={row} />
        )
      }
    </RecordLoader>
  );
}
