import { Bones } from '../../platform/ui/bones.tsx';

/** Stands where a page will be. */
export function PageSkeleton() {
  return (
    <div className="page-skeleton" role="status" aria-label="正在加载">
      <Bones rows={9} />
    </div>
  );
}
