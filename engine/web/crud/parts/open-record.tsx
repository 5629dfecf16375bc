import type { Resource } from '@back-office/contract/resource/resource.ts';
import { Drawer } from 'antd';
import { useState } from 'react';
import { useRecordShortcuts } from '../hooks/record-keys.ts';
import type { Shown } from '../hooks/use-opened.ts';
import { RecordBeside } from './record-beside.tsx';
import { RecordEdit } from './record-edit.tsx';
import { RecordLoader } from './record-loader.tsx';
import { type BesideProps, RecordRead } from './record-read.tsx';
import { RecordSteps, type Steps } from './record-steps.tsx';
import { useWide } from '../../platform/appearance/use-wide.ts';

interface OpenRecordProps extends BesideProps {
  shown: Shown;
  steps: Steps;
}

/** The record that is open beside its list: next to it where there is room for both, over it where there is not. */
export function OpenRecord(props: OpenRecordProps) {
  useRecordShortcuts();
  const beside = useWide('xl');
  return beside ? <Beside {...props} /> : <Over {...props} />;
}

const titleOf = ({ title }: Resource, { id, editing }: Shown): string => (id === 'new' ? '新增' : editing ? '编辑' : '查看') + title;

const Beside = (props: OpenRecordProps) => (
  <RecordBeside
    title={titleOf(props.resource, props.shown)}
    // Another record, and another thing to do with it, begins where one begins to read.
    about={`${props.shown.id} ${String(props.shown.editing)}`}
    steps={<RecordSteps {...props.steps} />}
    close={props.shown.editing ? props.opened.leave : props.opened.close}
  >
    <Content {...props} leave={props.opened.leave} saved={props.opened.saved} />
  </RecordBeside>
);

function Over(props: OpenRecordProps) {
  const { resource, opened, shown } = props;
  const narrow = !useWide('md');
  // Goes before it is taken away, so that the focus returns to where it was.
  const [open, setOpen] = useState(true);
  const returns = shown.editing && opened.begunInRecord;
  const hide = () => opened.guard(() => setOpen(false));
  return (
    <Drawer
      open={open}
      rootClassName="record-over"
      title={titleOf(resource, shown)}
      size={narrow ? '100%' : 560}
      onClose={returns ? opened.leave : hide}
      afterOpenChange={(visible) => void (visible || opened.saved())}
      extra={<RecordSteps {...props.steps} />}
    >
      <Content {...props} leave={returns ? opened.leave : hide} saved={returns ? opened.saved : () => setOpen(false)} />
    </Drawer>
  );
}

function Content({ leave, saved, ...props }: OpenRecordProps & { leave: () => void; saved: () => void }) {
  const { resource, opened, shown } = props;
  const { id, editing, preset } = shown;
  return (
    <RecordLoader key={`${id} ${String(editing)}`} resource={resource} id={id}>
      {(row) =>
        editing ? (
          <RecordEdit resource={resource} start={{ ...row, ...preset }} watch={opened.watchForm} leave={leave} saved={saved} />
        ) : (
          <RecordRead {...props} row={row} />
        )
      }
    </RecordLoader>
  );
}
