import { Trouble } from '../../plain/trouble.tsx';

/** Says in the place of a page why there is none: a function record is wrong, and its administrator can mend it. */
export const BrokenPage = ({ reason }: { reason: string }) => (
  <div className="page-card">
    <Trouble status="warning" title="页面无法打开" text={reason} />
  </div>
);
