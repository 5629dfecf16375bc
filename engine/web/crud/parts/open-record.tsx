import { Drawer } from 'antd';
import { useRecordShortcuts } from '../hooks/record-keys.ts';
import { type Shown, titleOf } from '../hooks/use-opened.ts';
import { RecordBeside } from './record-beside.tsx';
import { RecordEdit } from './record-edit.tsx';
import { RecordLoader } from './record-loader.tsx';
import { type BesideProps, RecordRead } from './record-read.tsx';
import { RecordSteps, type Steps } from './record-steps.tsx';
import { useClosing } from '../../platform/ui/use-closing.ts';
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
  const { hide: go, closing } = useClosing(opened.saved);
  const returns = shown.editing && opened.begunInRecord;
  const hide = () => opened.guard(go);
  return (
    <Drawer
      {...closing}
      rootClassName="record-over"
      title={titleOf(resource, shown)}
      size={narrow ? '100%' : 560}
      onClose={returns ? opened.leave : hide}
      extra={<RecordSteps {...props.steps} />}
    >
      <Content {...props} leave={returns ? opened.leave : hide} saved={returns ? opened.saved : go} />
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
