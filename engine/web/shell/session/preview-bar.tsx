import { EyeOutlined } from '@ant-design/icons-svg';
import { endPreview } from '../../platform/session/role-preview.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { Glyph } from '../../platform/ui/glyph.tsx';
import './preview-bar.css';

/** A bar over everything that says that the page previews a role, with a button to leave the preview. */
export function PreviewBar() {
  const { preview } = useSession();
  return (
    <section className="preview-bar" aria-label="角色预览">
      <Glyph of={EyeOutlined} />
      <p title={preview?.roleName}>
        正在以角色“{preview?.roleName}”预览<span>，只能查看，不能修改</span>
      </p>
      <button type="button" onClick={() => void endPreview()}>
        退出预览
      </button>
    </section>
  );
}
